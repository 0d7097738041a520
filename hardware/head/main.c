/* Button head: tells a host which of eight lines changed, and when. Records and commands: PROTOCOL.md. */
#include "head.h"
#include "rp2040.h"

enum { QUEUE = 4096, COMMAND = 12, HUNG = 100 * 2000 };   /* 100 ms: the watchdog counts by two, erratum E1 */

static struct record { uint8_t kind, lines; uint16_t sequence; uint32_t what; uint64_t time; } queue[QUEUE];
static unsigned first, end;          /* they only grow; a record lies at its number modulo QUEUE */
static unsigned in_packet;           /* records that are on their way */
static uint32_t lost;                /* records that had no room */
static uint16_t sequence;
static uint32_t lamps, identity;     /* the latter: versions, tie, and whether it had hung */

/* The CRC-32 of zlib, PNG and Ethernet, four bits at a time. */
static uint32_t crc32(const uint8_t *bytes, unsigned count)
{
    static const uint32_t of_nibble[16] = {
        0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
        0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c };
    uint32_t crc = ~0u;
    while (count--) {
        crc ^= *bytes++;
        crc = of_nibble[crc & 15] ^ crc >> 4;
        crc = of_nibble[crc & 15] ^ crc >> 4;
    }
    return ~crc;
}

/* Queues a record. One that finds no room takes a sequence number, and so do all until half is free. */
void report(char kind, uint32_t what, uint64_t time)
{
    if (!port_open)
        return;
    if (lost || end - first == QUEUE) {
        lost++;
        sequence++;
        return;
    }
    struct record *record = &queue[end++ % QUEUE];
    record->kind = (uint8_t)kind;
    record->lines = closed;
    record->sequence = sequence++;
    record->what = what;
    record->time = time;
}

void fault(uint8_t code, uint32_t amount, uint64_t time)
{
    report('F', code | (amount < 0xffffff ? amount : 0xffffff) << 8, time);
}

/* Up to three records make a packet: below 64 bytes it ends the host's read at once. */
unsigned next_packet(volatile uint8_t *to)
{
    unsigned size = sizeof(struct record);
    for (in_packet = 0; in_packet < 3 && first + in_packet != end; in_packet++) {
        const uint8_t *record = (const uint8_t *)&queue[(first + in_packet) % QUEUE];
        uint32_t crc = crc32(record, size);
        for (unsigned i = 0; i < size; i++)
            *to++ = record[i];
        for (unsigned i = 0; i < sizeof crc; i++, crc >>= 8)
            *to++ = (uint8_t)crc;
    }
    return in_packet * (size + 4);
}

void packet_arrived(void)
{
    first += in_packet;
    in_packet = 0;
    if (lost && end - first < QUEUE / 2) {
        uint32_t amount = lost;
        lost = 0;
        fault(LOST, amount, now_us());
    }
}

void forget(void)
{
    first = end;
    in_packet = lost = lamps = 0;
}

/* Everything up to 16 µs before `time` is in the queue before the answer is, or there is none. */
static void tell_time(uint32_t nonce)
{
    uint64_t time = now_us();
    for (int i = 0; look() == GLANCE; i++)
        if (i == 64)
            return;
    report('C', nonce, time);
}

/* [2.8.3] The boot ROM finds its functions by two letters: go on as the drive that takes a new firmware. */
static void become_a_drive(void)
{
    extern uint16_t boot_rom[];      /* link.ld */
    typedef void usb_boot(uint32_t, uint32_t);
    typedef usb_boot *look_up(uint16_t *, uint32_t);
    look_up *find = (look_up *)(uintptr_t)boot_rom[0x18 / 2];
    CLEAR(WATCHDOG_CTRL) = BIT(30);
    REG(WATCHDOG_SCRATCH0) = 0;
    find((uint16_t *)(uintptr_t)boot_rom[0x14 / 2], 'U' | 'B' << 8)(0, 0);
}

#define NAME(a, b, c, d) ((a) | (b) << 8 | (c) << 16 | (d) << 24)

/* The last 12 bytes are looked at as a command; what isn't one is skipped, byte for byte. */
void byte_came(uint8_t byte)
{
    static union { uint8_t bytes[COMMAND]; struct { uint32_t name, argument, crc; }; } came;
    for (unsigned i = 0; i < COMMAND - 1; i++)
        came.bytes[i] = came.bytes[i + 1];
    came.bytes[COMMAND - 1] = byte;
    if (came.crc != crc32(came.bytes, 8))
        return;
    switch (came.name) {
    case NAME('T', 'I', 'M', 'E'): tell_time(came.argument); break;
    case NAME('L', 'A', 'M', 'P'): lamps = came.argument & 0xff; break;
    case NAME('W', 'H', 'O', '?'): report('I', identity, flash_id.number[1]); break;
    case NAME('B', 'O', 'O', 'T'): become_a_drive();
    }
}

static void pins(void)
{
    for (unsigned i = 0; i < LINES; i++) {
        REG(GPIO_PAD(FIRST_LINE + i)) = PAD_INPUT_ENABLE | PAD_PULL_UP | PAD_SCHMITT;
        REG(GPIO_CTRL(FIRST_LAMP + i)) = FUNCTION_SIO;
    }
    REG(GPIO_CTRL(BOARD_LED)) = FUNCTION_SIO;
    REG(SIO_GPIO_OE) = 0xff << FIRST_LAMP | BIT(BOARD_LED);
}

int main(void)
{
    identity = PROTOCOL | FIRMWARE << 8 | TIE_US << 16 | (REG(WATCHDOG_SCRATCH0) == HUNG) << 24;
    reset_blocks(RESET_IO_BANK0 | RESET_PADS_BANK0 | RESET_TIMER | RESET_USBCTRL);
    pins();
    usb_start();
    sampler_start();
    REG(PSM_WDSEL) = 0x1fffc;                        /* all but the oscillators */
    REG(WATCHDOG_LOAD) = HUNG;
    SET(WATCHDOG_CTRL) = BIT(30);
    REG(WATCHDOG_SCRATCH0) = HUNG;                   /* it stays there when the watchdog bites */
    for (;;) {
        REG(WATCHDOG_LOAD) = HUNG;
        look();
        usb_poll();
        REG(SIO_GPIO_OUT) = port_open && !asleep ? lamps << FIRST_LAMP | BIT(BOARD_LED) : 0;
    }
}
