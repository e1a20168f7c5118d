/* Hold or continue: the dice game Pig to exactly 75, both players at their best.
 *
 * A turn is rolls of one die: a 1, or going over 75, ends it with nothing; 2 to 6 add to the turn
 * total, which the player may bank by holding. Who banks exactly 75 wins.
 * In:  Q, then Q lines `C H X` (mover's score, other's score, turn total).  Out: H or C a line.
 *
 * v(c,h) is the mover's chance to win at the start of a turn. Banking raises c + h, so the sums are
 * solved from the highest down, and what a turn leads to is known except for one number: a turn
 * that scores nothing gives the dice to the other player at the same scores. Hence (c,h) and (h,c)
 * form a cycle of two: v(c,h) = F(1 - v(h,c)) and v(h,c) = G(1 - v(c,h)), where F and G are the
 * greatest of finitely many lines (one for each way to play the turn), rising, with slopes below 1.
 * The cycle is solved by strategy iteration (Hoffman and Karp, Management Science 12, 1966): hold
 * the mover's line fixed, find the other's best reply by Newton's method on the convex G (finite,
 * as its lines are), change the mover's line where another is better, until none is.
 *
 * A score of 74 can never finish (a 1 scores nothing), so banking 74 loses to any score below it:
 * the other player can try for ever. */
#include <math.h>

#include "contest.h"

enum { TARGET = 75, SCORES = 74, FACES = 6 };

static double v[SCORES][SCORES];
static char answer[SCORES][SCORES][TARGET + 1];

/* A line's height and slope at one point. */
struct line {
    double value, slope;
};

/* The best turn of the player with c against h, when scoring nothing is worth `miss`: its value
 * and how fast that grows with `miss`. Leaves the best move at every turn total in `answer`. */
static struct line best_turn(int c, int h, double miss) {
    double value[TARGET + FACES + 1], slope[TARGET + FACES + 1];
    const int top = TARGET - c;
    char *move = answer[c][h];

    for (int x = top + 1; x <= top + FACES; x++) value[x] = miss, slope[x] = 1;
    value[top] = 1, slope[top] = 0, move[top] = 'H';

    for (int x = top - 1; x >= 0; x--) {
        const double *to = value + x, *rise = slope + x;
        /* The newest number is added last: it is the one that must be waited for. */
        const double roll = (miss + to[6] + to[5] + to[4] + to[3] + to[2]) / FACES;
        const double rolls = (1 + rise[6] + rise[5] + rise[4] + rise[3] + rise[2]) / FACES;
        const double hold = x == 0 ? -1 : x == top - 1 ? 0 : 1 - v[h][c + x];
        const int holds = hold > roll;
        value[x] = holds ? hold : roll;
        slope[x] = holds ? 0 : rolls;
        move[x] = holds ? 'H' : 'C';
    }
    return (struct line){value[0], slope[0]};
}

/* Solves the cycle of (c,h) and (h,c). */
static void solve_pair(int c, int h) {
    const double settled = 1e-14; /* rounding stays below; no two moves are closer than 3e-8 */
    double mine, theirs = c < SCORES - 1 ? v[h][c + 1] : 0.5;
    struct line f = best_turn(c, h, 1 - theirs);
    do {
        const double origin = theirs;
        double step;
        do {
            mine = f.value + f.slope * (origin - theirs);
            const struct line g = best_turn(h, c, 1 - mine);
            step = (g.value - theirs) / (1 - f.slope * g.slope);
            theirs += step;
        } while (fabs(step) > settled);
        mine = f.value + f.slope * (origin - theirs);
        f = best_turn(c, h, 1 - theirs);
    } while (f.value - mine > settled);
    v[c][h] = mine;
    v[h][c] = theirs;
}

int main(void) {
    for (int sum = 2 * (SCORES - 1); sum >= 0; sum--)
        for (int c = sum < SCORES ? 0 : sum - SCORES + 1; 2 * c <= sum; c++)
            solve_pair(c, sum - c);

    for (long left = next_number(0, 1000000000, "the number of queries"); left > 0; left--) {
        const long c = next_number(0, SCORES - 1, "C in 0..73");
        const long h = next_number(0, SCORES - 1, "H in 0..73");
        const long x = next_number(2, TARGET - c, "X in 2..75-C");
        char *out = out_room(2);
        out[0] = answer[c][h][x], out[1] = '\n';
        out_end += 2;
    }
    flush_out();
    return 0;
}
