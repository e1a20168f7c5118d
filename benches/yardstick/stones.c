/* Stones: from a heap of n 1 is taken if n is odd, 1 or half if it is even; who cannot move loses.
 *
 * In:  T, then T lines n in 1..1000000.  Out: Alice (who moves first) or Bob, a line each.
 *
 * A heap is won if some move leads to a lost one: a table by that recurrence, from the empty heap
 * up, made longer when a larger heap is asked for. */
#include "contest.h"

enum { MOST = 1000000 };

static char won[MOST + 1]; /* won[0] = 0: nothing to take */

int main(void) {
    long known = 0;
    for (long left = next_number(0, 1000000000, "the number of heaps"); left > 0; left--) {
        const long n = next_number(1, MOST, "n in 1..1000000");
        for (; known < n; known++) {
            const long heap = known + 1;
            won[heap] = !won[heap - 1] || (heap % 2 == 0 && !won[heap / 2]);
        }
        char *out = out_room(6);
        if (won[n]) {
            memcpy(out, "Alice\n", 6);
            out_end += 6;
        } else {
            memcpy(out, "Bob\n", 4);
            out_end += 4;
        }
    }
    flush_out();
    return 0;
}
