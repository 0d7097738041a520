/* What the parts of the firmware know of each other. PROTOCOL.md says what goes over the wire. */
#pragma once
#include <stdint.h>

enum { PROTOCOL = 1, FIRMWARE = 1, TIE_US = 10 };   /* closer presses are a tie: an edge takes some µs */
enum { LINES = 8, FIRST_LINE = 2, FIRST_LAMP = 10, BOARD_LED = 25 };   /* GP2..GP9, GP10..GP17 */

/* start.c */
extern union flash_id { uint8_t bytes[16]; uint64_t number[2]; } flash_id;   /* by boot2.S: the last eight */
void reset_blocks(uint32_t blocks);
uint64_t now_us(void);

/* sampler.c */
enum { GLANCE = 512 };       /* pictures looked at, at most, before USB has its turn */
extern uint8_t closed;       /* which lines are; bit 0 is line 1 */
void sampler_start(void);
unsigned look(void);         /* at what is new; returns how many pictures that were */

/* main.c */
enum { LOST = 1, LATE = 2, CLOCK = 3 };
void report(char kind, uint32_t what, uint64_t time);
void fault(uint8_t code, uint32_t amount, uint64_t time);
void forget(void);                              /* the port was opened or closed: all begins anew */
void byte_came(uint8_t byte);
unsigned next_packet(volatile uint8_t *to);     /* returns how many bytes, at most 60 */
void packet_arrived(void);

/* usb.c */
extern uint8_t port_open, asleep;               /* by somebody on the host; the host is */
void usb_start(void);
void usb_poll(void);
