//! What processes tell each other before they work together.

use std::io::{self, Read, Write};

use super::Meeting;

/// What must be the same in all processes: named values, in one order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fingerprint(pub Vec<(String, String)>);

/// The first words, and the version of these messages.
const MAGIC: &[u8; 16] = b"foregone-meets-1";
/// Nobody says more than this.
const MOST: u32 = 1 << 20;

pub(super) struct Hello {
    pub process: usize,
    shape: String,
    fingerprint: Fingerprint,
}

pub(super) enum Reply {
    Welcome,
    Refused(String),
}

impl Hello {
    pub fn of(meeting: &Meeting) -> Self {
        let Meeting { hosts, process, workers, fingerprint, .. } = meeting;
        let shape = format!("{} processes of {workers} workers", hosts.len());
        Self { process: *process, shape, fingerprint: fingerprint.clone() }
    }

    /// In what this caller is about to do something else than we are.
    pub fn differs_from(&self, ours: &Self) -> Option<String> {
        if self.shape != ours.shape {
            return Some(format!("it has {}, here are {}", self.shape, ours.shape));
        }
        let (theirs, ours) = (&self.fingerprint.0, &ours.fingerprint.0);
        let pairs = theirs.iter().zip(ours);
        let differing = pairs.clone().find(|(theirs, ours)| theirs != ours);
        match differing {
            Some(((name, theirs), (other, ours))) if name == other => {
                Some(format!("its {name} is '{theirs}', here it is '{ours}'"))
            }
            Some(_) => Some("it is another version of the program".into()),
            None if theirs.len() != ours.len() => {
                Some("it is another version of the program".into())
            }
            None => None,
        }
    }

    pub fn write(&self, link: &mut impl Write) -> io::Result<()> {
        link.write_all(MAGIC)?;
        let mut words = vec![self.process.to_string(), self.shape.clone()];
        words.extend(self.fingerprint.0.iter().flat_map(|(a, b)| [a.clone(), b.clone()]));
        put(link, &words)
    }

    pub fn read(link: &mut impl Read) -> io::Result<Self> {
        let mut magic = [0; MAGIC.len()];
        link.read_exact(&mut magic)?;
        if magic != *MAGIC {
            return Err(io::Error::other("not one of ours"));
        }
        let words = get(link)?;
        let [process, shape, rest @ ..] = &words[..] else {
            return Err(io::Error::other("half a greeting"));
        };
        let process = process.parse().map_err(io::Error::other)?;
        let pairs = rest.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        Ok(Self { process, shape: shape.clone(), fingerprint: Fingerprint(pairs.collect()) })
    }
}

impl Reply {
    pub fn write(&self, link: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Welcome => put(link, &[]),
            Self::Refused(reason) => put(link, std::slice::from_ref(reason)),
        }
    }

    pub fn read(link: &mut impl Read) -> io::Result<Self> {
        Ok(match get(link)?.pop() {
            Some(reason) => Self::Refused(reason),
            None => Self::Welcome,
        })
    }
}

fn put(link: &mut impl Write, words: &[String]) -> io::Result<()> {
    let mut out = (words.len() as u32).to_be_bytes().to_vec();
    for word in words {
        out.extend((word.len() as u32).to_be_bytes());
        out.extend(word.as_bytes());
    }
    link.write_all(&out)?;
    link.flush()
}

fn get(link: &mut impl Read) -> io::Result<Vec<String>> {
    let count = number(link)?;
    (0..count).map(|_| word(link)).collect()
}

fn number(link: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    link.read_exact(&mut bytes)?;
    let number = u32::from_be_bytes(bytes);
    let fits = number <= MOST;
    fits.then_some(number).ok_or_else(|| io::Error::other("longer than anything we say"))
}

fn word(link: &mut impl Read) -> io::Result<String> {
    let mut bytes = vec![0; number(link)? as usize];
    link.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(process: usize, game: &str) -> Hello {
        let fingerprint = Fingerprint(vec![("game".into(), game.into())]);
        Hello { process, shape: "2 processes of 1 workers".into(), fingerprint }
    }

    #[test]
    fn what_differs_is_named() {
        let mut bytes = Vec::new();
        hello(1, "pig target=75").write(&mut bytes).unwrap();
        let heard = Hello::read(&mut &bytes[..]).unwrap();
        assert_eq!(heard.process, 1);
        assert_eq!(heard.differs_from(&hello(0, "pig target=75")), None);
        let other = heard.differs_from(&hello(0, "pig target=76"));
        let expected = "its game is 'pig target=75', here it is 'pig target=76'";
        assert_eq!(other.as_deref(), Some(expected));
        for length in 0..bytes.len() {
            assert!(Hello::read(&mut &bytes[..length]).is_err());
        }
        assert!(Hello::read(&mut &b"GET / HTTP/1.1\r\n\r\n and more"[..]).is_err());
    }
}
