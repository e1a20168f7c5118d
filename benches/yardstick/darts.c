/* Darts: A throws at random, B aims; one dart a turn, from N to exactly 0.
 *
 * A hits each of the 20 sectors alike. B picks a sector and hits it or either neighbour on the
 * board, 1/3 each. A score that would fall below zero stays. B plays to win.
 * In:  lines of N in 1..501, then 0.  Out: P(A wins, A first) and P(B wins, B first), 12 decimals.
 *
 * a(i,j) and b(i,j) are A's chance to win with i left for A and j for B, with A or B to throw.
 * Scores only fall, so all is known but the throws that change nothing: with m of A's sectors and
 * k of the aim's three too high, a = (S + m b)/20 and b = min over aims of (R + k a)/3. Putting the
 * first into the second leaves b = min (p + q b) with q = mk/60 < 1 (the sector 1 always counts for
 * A), whose solution is the smallest of the p/(1 - q): no iteration. S runs along as a window sum.
 */
#include "contest.h"

enum { MOST = 501, SECTORS = 20 };

static const int board[SECTORS] = {20, 1,  18, 4,  13, 6,  10, 15, 2,  17,
                                   3,  19, 7,  16, 8,  11, 14, 9,  12, 5};

/* Row j is B's score: a[j][i], b[j][i]. Row 0 of a is 0 (B has won), column 0 of b is 1. */
static double a[MOST + 1][MOST + 1], b[MOST + 1][MOST + 1];

/* B's best throw with j left, where A's is a = known + share * b: A's chance to win. */
static double best_aim(int i, int j, double known, double share) {
    double best = 1;
    for (int aim = 0; aim < SECTORS; aim++) {
        double sum = 0;
        int stays = 0;
        for (int hit = aim - 1; hit <= aim + 1; hit++) {
            const int sector = board[(hit + SECTORS) % SECTORS];
            if (sector > j)
                stays++;
            else
                sum += a[j - sector][i];
        }
        const double chance = (sum + stays * known) / (3 - stays * share);
        if (chance < best) best = chance;
    }
    return best;
}

/* Both chances for every score of A up to n, with j left for B. */
static void solve_row(int j, int n) {
    double window = 0; /* the b[j] that A can reach from i */
    b[j][0] = 1;
    for (int i = 1; i <= n; i++) {
        window += b[j][i - 1];
        if (i > SECTORS) window -= b[j][i - 1 - SECTORS];
        const double known = window / SECTORS;
        const double share = i < SECTORS ? (double)(SECTORS - i) / SECTORS : 0;
        b[j][i] = best_aim(i, j, known, share);
        a[j][i] = known + share * b[j][i];
    }
}

int main(void) {
    size_t count = 0, room = 1024;
    int *asked = malloc(room * sizeof *asked), most = 0;
    for (long n; (n = next_number(0, MOST, "N in 1..501, or 0 to end")) != 0;) {
        if (count == room) asked = realloc(asked, (room *= 2) * sizeof *asked);
        if (asked == NULL) return fprintf(stderr, "out of memory\n"), 2;
        asked[count++] = (int)n;
        if (n > most) most = (int)n;
    }

    for (int j = 1; j <= most; j++) solve_row(j, most);

    for (size_t q = 0; q < count; q++) {
        const int n = asked[q];
        out_end += (size_t)sprintf(out_room(64), "%.12f %.12f\n", a[n][n], 1 - b[n][n]);
    }
    flush_out();
    free(asked);
    return 0;
}
