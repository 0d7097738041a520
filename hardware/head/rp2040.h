/* The registers of the RP2040 that this firmware touches. Numbers in brackets, here and in the code, are
   sections of the RP2040 data sheet; the names are its own. */
#pragma once
#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define SET(address) REG((address) + 0x2000)       /* [2.1.2] a write sets the bits that are 1 ... */
#define CLEAR(address) REG((address) + 0x3000)     /* ... or clears them */
#define BIT(n) (1u << (n))

enum {  /* [2.14] resets; [2.13] which parts a watchdog resets */
    RESETS_RESET = 0x4000c000, RESETS_RESET_DONE = 0x4000c008, PSM_WDSEL = 0x40010008,
    RESET_DMA = BIT(2), RESET_IO_BANK0 = BIT(5), RESET_PADS_BANK0 = BIT(8), RESET_PIO0 = BIT(10),
    RESET_PLL_SYS = BIT(12), RESET_PLL_USB = BIT(13), RESET_TIMER = BIT(21), RESET_USBCTRL = BIT(24) };
enum {  /* [2.15] clocks, [2.16] crystal, [2.18] PLLs */
    CLK_REF_CTRL = 0x40008030, CLK_REF_SELECTED = 0x40008038, CLK_SYS_CTRL = 0x4000803c,
    CLK_SYS_SELECTED = 0x40008044, CLK_USB_CTRL = 0x40008054, XOSC_CTRL = 0x40024000,
    XOSC_STATUS = 0x40024004, XOSC_STARTUP = 0x4002400c, PLL_SYS = 0x40028000, PLL_USB = 0x4002c000,
    PLL_CS = 0x0, PLL_PWR = 0x4, PLL_FBDIV_INT = 0x8, PLL_PRIM = 0xc };
enum {  /* [4.6] timer; [4.7] watchdog, which gives the timer its ticks, too */
    TIMER_TIMEHR = 0x40054008, TIMER_TIMELR = 0x4005400c, TIMER_TIMERAWL = 0x40054028,
    WATCHDOG_CTRL = 0x40058000, WATCHDOG_LOAD = 0x40058004, WATCHDOG_SCRATCH0 = 0x4005800c,
    WATCHDOG_TICK = 0x4005802c };
enum {  /* [3.7] PIO, its first state machine; [2.5.7] DMA */
    PIO_CTRL = 0x50200000, PIO_RXF0 = 0x50200020, PIO_INSTR_MEM0 = 0x50200048, PIO_SM0_EXECCTRL = 0x502000cc,
    PIO_SM0_SHIFTCTRL = 0x502000d0, PIO_SM0_PINCTRL = 0x502000dc, DMA = 0x50000000, DMA_READ_ADDR = 0x0,
    DMA_WRITE_ADDR = 0x4, DMA_TRANS_COUNT = 0x8, DMA_AL1_CTRL = 0x10, DMA_BUSY = BIT(24),
    DMA_MULTI_CHAN_TRIGGER = 0x50000430 };
enum {  /* [4.1.4] USB; what lies in its memory is in usb.c */
    USB_DPRAM = 0x50100000, USB_ADDR_ENDP = 0x50110000, USB_MAIN_CTRL = 0x50110040, USB_SOF_RD = 0x50110048,
    USB_SIE_CTRL = 0x5011004c, USB_SIE_STATUS = 0x50110050, USB_BUFF_STATUS = 0x50110058,
    USB_EP_STALL_ARM = 0x50110068, USB_MUXING = 0x50110074, USB_PWR = 0x50110078 };

/* [2.19] pins; [2.3.1] what the processor sees and puts there */
#define GPIO_CTRL(pin) (0x40014004u + 8 * (pin))
#define GPIO_PAD(pin) (0x4001c004u + 4 * (pin))
enum { FUNCTION_SIO = 5, PAD_INPUT_ENABLE = BIT(6), PAD_PULL_UP = BIT(3), PAD_SCHMITT = BIT(1) };
#define SIO_GPIO_IN 0xd0000004u
#define SIO_GPIO_OUT 0xd0000010u
#define SIO_GPIO_OE 0xd0000020u
