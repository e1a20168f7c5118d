// Connect-four on a small board, by a program made for nothing else: all positions by a hash table,
// ply after ply, then who wins and how soon, from the last ply back. Usage: connect_four WIDTH HEIGHT
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int width, height, up;
static uint64_t bottom;
static uint64_t *keys, *list;
static int8_t *values;
static uint64_t mask;
static uint32_t count;

static uint64_t slot(uint64_t key) {
    uint64_t at = key * 0x9E3779B97F4A7C15u >> 20 & mask;
    while (keys[at] && keys[at] != key) at = (at + 1) & mask;
    return at;
}

static void add(uint64_t key) {
    uint64_t at = slot(key);
    if (keys[at]) return;
    keys[at] = key;
    list[count++] = key;
    if (count > mask / 2) { fputs("too many positions\n", stderr); exit(1); }
}

static uint64_t ends_of(uint64_t key) {
    uint64_t ends = 0;
    for (int c = 0; c < width; c++) {
        uint64_t column = key >> c * up & ((1ull << up) - 1);
        ends |= 1ull << (63 - __builtin_clzll(column)) << c * up;
    }
    return ends;
}

static int four(uint64_t s) {
    int steps[4] = {1, up, up + 1, up - 1};
    for (int i = 0; i < 4; i++) {
        uint64_t two = s & s >> steps[i];
        if (two & two >> 2 * steps[i]) return 1;
    }
    return 0;
}

// Whether play is over, and the moves as keys.
static int moves(uint64_t key, int mover, uint64_t *next, int *over_lost) {
    uint64_t ends = ends_of(key), taken = ends - bottom, x = key & ~ends, o = taken & ~x;
    *over_lost = four(mover ? x : o);
    if (*over_lost) return 0;
    int n = 0;
    for (int c = 0; c < width; c++) {
        uint64_t end = ends & ((1ull << up) - 1) << c * up;
        if (end >> (c * up + height) & 1) continue;
        next[n++] = (key & ~end) | (mover ? 0 : end) | end << 1;
    }
    return n;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    width = atoi(argv[1]), height = atoi(argv[2]), up = height + 1;
    for (int c = 0; c < width; c++) bottom |= 1ull << c * up;
    mask = (1ull << 23) - 1;
    keys = calloc(mask + 1, 8), list = calloc(mask / 2 + 2, 8), values = calloc(mask + 1, 1);
    uint64_t next[16];
    uint32_t start[80] = {0};
    int lost, ply = 0, total = width * height;
    add(bottom);
    start[1] = count;
    for (ply = 0; ply < total; ply++) {
        for (uint32_t i = start[ply]; i < start[ply + 1]; i++) {
            int n = moves(list[i], ply & 1, next, &lost);
            for (int k = 0; k < n; k++) add(next[k]);
        }
        start[ply + 2] = count;
    }
    // 0 draw, 100 - d won in d, d - 100 lost in d, for the mover.
    for (ply = total; ply >= 0; ply--)
        for (uint32_t i = start[ply]; i < start[ply + 1]; i++) {
            int n = moves(list[i], ply & 1, next, &lost), best = n ? -127 : lost ? -100 : 0;
            for (int k = 0; k < n; k++) {
                int v = -values[slot(next[k])];
                v -= (v > 0) - (v < 0);
                if (v > best) best = v;
            }
            values[slot(list[i])] = best;
        }
    printf("%u positions, value %d\n", count, values[slot(bottom)]);
    return 0;
}
