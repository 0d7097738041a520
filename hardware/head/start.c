/* From the vector table to main(): memory, clocks, and the little that everything else needs. */
#include "head.h"
#include "rp2040.h"

union flash_id flash_id __attribute__((section(".kept")));

void reset_blocks(uint32_t blocks)
{
    SET(RESETS_RESET) = blocks;
    CLEAR(RESETS_RESET) = blocks;
    while ((REG(RESETS_RESET_DONE) & blocks) != blocks) {}
}

uint64_t now_us(void)
{
    uint32_t low = REG(TIMER_TIMELR);              /* latches TIMEHR */
    return (uint64_t)REG(TIMER_TIMEHR) << 32 | low;
}

/* The crystal's 12 MHz times `by`, divided by `first` and `second`. [2.18.3] */
static void pll(uint32_t base, uint32_t by, uint32_t first, uint32_t second)
{
    REG(base + PLL_CS) = 1;
    REG(base + PLL_FBDIV_INT) = by;
    CLEAR(base + PLL_PWR) = BIT(0) | BIT(5);       /* power for the PLL and its VCO */
    while (!(REG(base + PLL_CS) & BIT(31))) {}     /* until it has locked */
    REG(base + PLL_PRIM) = first << 16 | second << 12;
    CLEAR(base + PLL_PWR) = BIT(3);                /* and for the dividers */
}

/* All clocks come from one crystal: the pictures', the timer's and USB's. [2.15] */
static void clocks(void)
{
    REG(XOSC_STARTUP) = 752;                       /* 16 ms: some crystals are slow to start [2.16.3] */
    REG(XOSC_CTRL) = 0xfab << 12 | 0xaa0;
    while (!(REG(XOSC_STATUS) & BIT(31))) {}
    REG(CLK_SYS_CTRL) = 0;                         /* not from a PLL while they start */
    while (REG(CLK_SYS_SELECTED) != BIT(0)) {}
    REG(CLK_REF_CTRL) = 2;                         /* clk_ref: the crystal */
    while (REG(CLK_REF_SELECTED) != BIT(2)) {}
    reset_blocks(RESET_PLL_SYS | RESET_PLL_USB);
    pll(PLL_SYS, 125, 6, 2);                       /* 1500 MHz, 125 MHz */
    pll(PLL_USB, 100, 5, 5);                       /* 1200 MHz, 48 MHz */
    REG(CLK_SYS_CTRL) = 1;                         /* clk_sys: PLL_SYS */
    while (REG(CLK_SYS_SELECTED) != BIT(1)) {}
    REG(CLK_USB_CTRL) = BIT(11);                   /* clk_usb: PLL_USB */
    REG(WATCHDOG_TICK) = BIT(9) | 12;              /* a tick each 12 periods of clk_ref: 1 µs [4.7.2] */
}

int main(void);

void reset(void)
{
    extern uint32_t data_start[], data_end[], data_load[], bss_start[], bss_end[];   /* link.ld */
    for (uint32_t *to = data_start, *from = data_load; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_start; to < bss_end;)
        *to++ = 0;
    clocks();
    main();
}

static void stop(void)
{
    for (;;) {}                                    /* until the watchdog resets it */
}

/* [2.4.5] stack, reset, NMI, hard fault, ..., SVCall, ..., PendSV, SysTick; interrupts are never enabled */
extern void stack_top(void);
__attribute__((section(".vectors"), used)) static void (*const vectors[16])(void) = {
    stack_top, reset, stop, stop, 0, 0, 0, 0, 0, 0, 0, stop, 0, 0, stop, stop };
