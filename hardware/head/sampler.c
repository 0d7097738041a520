/* A picture of all eight lines, once a microsecond, whatever the processor does.

   The PIO copies eight pins once in 125 cycles; four copies are a word, and a word goes to one of two DMA
   channels that lay words into a ring of 32,768 pictures, one starting the other for ever. No interrupts: a
   picture's place in the stream is its time. The processor has 32 ms to come and look for changes. */
#include "head.h"
#include "rp2040.h"

enum { RING_BITS = 15, RING = 1 << RING_BITS, SPARE = 2048, SLACK = 8 };

static uint8_t ring[RING] __attribute__((aligned(RING), section(".ring")));
static uint32_t place;       /* in the ring, of the first picture that wasn't looked at */
static uint64_t stamp;       /* its time */
uint8_t closed;              /* as the picture before it has it, which is 0 where a line is closed */

static void set_up(void)
{
    static const uint16_t program[] = { 0x5f08, 0xbf42, 0xbf42, 0xbc42 };
    reset_blocks(RESET_PIO0 | RESET_DMA);
    for (uint32_t i = 0; i < 4; i++)               /* in pins, 8 [31]; nop [31]; nop [31]; nop [28]: [3.4] */
        REG(PIO_INSTR_MEM0 + 4 * i) = program[i];
    REG(PIO_SM0_EXECCTRL) = 3 << 12;               /* for ever: wrap from 3 to 0 [3.5.2] */
    REG(PIO_SM0_SHIFTCTRL) = BIT(31) | BIT(18) | BIT(16); /* words, earliest lowest, FIFO of 8 [3.5.4] */
    REG(PIO_SM0_PINCTRL) = FIRST_LINE << 15;
    for (uint32_t n = 0; n < 2; n++) {
        uint32_t channel = DMA + 0x40 * n;
        REG(channel + DMA_READ_ADDR) = PIO_RXF0;
        REG(channel + DMA_WRITE_ADDR) = (uint32_t)ring;
        REG(channel + DMA_TRANS_COUNT) = RING / 4; /* whole rings, so both always begin at its beginning */
        REG(channel + DMA_AL1_CTRL) =              /* [2.5.7] on, first in line, words, up the ring, ... */
            BIT(0) | BIT(1) | 2 << 2 | BIT(5) | RING_BITS << 6 | BIT(10)
            | (n ^ 1) << 11                        /* ... starting the other one when done [2.5.2], ... */
            | 4 << 15 | BIT(21);                   /* ... paced by the PIO's FIFO [2.5.3.1], no interrupts */
    }
    REG(DMA_MULTI_CHAN_TRIGGER) = BIT(0);
    place = 0;
    closed = (uint8_t)~(REG(SIO_GPIO_IN) >> FIRST_LINE);
}

/* Begins the stream as the timer ticks, so that picture and timer agree; once more where that took until
   the next tick, for this code had to come from the flash. */
void sampler_start(void)
{
    uint32_t tick;
    do {
        set_up();
        for (tick = REG(TIMER_TIMERAWL); REG(TIMER_TIMERAWL) == tick;) {}
        SET(PIO_CTRL) = BIT(0);
    } while (REG(TIMER_TIMERAWL) != tick + 1);
    stamp = now_us();
    stamp -= (uint32_t)stamp - (tick + 1);
}

/* How many pictures lie in the ring that weren't looked at. */
static uint32_t waiting(void)
{
    uint32_t first = REG(DMA + DMA_WRITE_ADDR), second = REG(DMA + 0x40 + DMA_WRITE_ADDR);
    /* Should one hand over to the other just now, both stand at the ring's beginning: either is right. */
    uint32_t at = REG(DMA + DMA_AL1_CTRL) & DMA_BUSY ? first : second;
    return (at - (uint32_t)ring - place) & (RING - 1);
}

/* Looks for changes. Where time and pictures disagree nothing is believed: all begins anew, and the host is
   told how long nobody saw anything; at most once a millisecond, for what is broken may stay so. */
unsigned look(void)
{
    uint32_t before = REG(TIMER_TIMERAWL), count = waiting(), after = REG(TIMER_TIMERAWL);
    int32_t lag = (int32_t)(before - (uint32_t)stamp - count);   /* of the ring behind the timer */
    int late = lag >= RING / 2 || count > RING - SPARE;
    if (late || lag > SLACK || lag < -SLACK - (int32_t)(after - before)) {
        uint64_t seen = stamp;
        while (REG(TIMER_TIMERAWL) - after < 1000) {}
        sampler_start();
        fault(late ? LATE : CLOCK, (uint32_t)(stamp - seen), stamp);
        return 0;
    }
    count = count < 4 ? 0 : (count - 4) & ~3u;     /* the last word may still be on its way to the RAM */
    if (count > GLANCE)
        count = GLANCE;
    for (uint32_t i = 0; i < count; i += 4, stamp += 4, place = (place + 4) & (RING - 1)) {
        const volatile uint8_t *four = ring + place;
        if (*(const volatile uint32_t *)four == (uint8_t)~closed * 0x01010101u)
            continue;
        for (unsigned j = 0; j < 4; j++) {
            uint8_t changed = (uint8_t)~four[j] ^ closed;
            closed ^= changed;
            if (changed)
                report('E', changed, stamp + j);
        }
    }
    return count;
}
