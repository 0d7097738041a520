/* A serial line over USB: a CDC ACM device at full speed, polled, one buffer an endpoint. To be read beside
   [4.1] of the data sheet, chapter 9 of USB 2.0, CDC 1.2, and PSTN 1.2, 6.3. */
#include "head.h"
#include "rp2040.h"

/* 1209:0001 of pid.codes is for tests. Whoever sells heads asks for a number of their own. */
enum { VENDOR = 0x1209, PRODUCT = 0x0001 };

/* [4.1.2.5] What lies in the controller's memory: setup packet, endpoint and buffer controls, our buffers. */
#define BYTES(offset) ((volatile uint8_t *)(USB_DPRAM + (offset)))
#define ENDPOINT_CONTROL(endpoint, out) (USB_DPRAM + 8 * (endpoint) + 4 * (out))
#define BUFFER_CONTROL(endpoint, out) (USB_DPRAM + 0x80 + 8 * (endpoint) + 4 * (out))
enum { FULL = BIT(15), LAST = BIT(14), DATA1 = BIT(13), STALL = BIT(11), AVAILABLE = BIT(10), COUNT = 0x3ff };
enum { CONTROL_BUFFER = 0x100, NOTIFY_BUFFER = 0x180, IN_BUFFER = 0x1c0, OUT_BUFFER = 0x200, ALL = 0x240 };
enum { CONTROL = 0, NOTIFY = 1, DATA = 2, PACKET = 64, IN = 0, OUT = 1 };
enum { BUS_RESET = BIT(19), SETUP_REC = BIT(17), RESUME = BIT(11), SUSPENDED = BIT(4) };   /* SIE_STATUS */

#define TWO(number) (number) & 0xff, (number) >> 8
static const uint8_t device[] = {
    18, 1, TWO(0x0200), 0xef, 2, 1, PACKET, TWO(VENDOR), TWO(PRODUCT), TWO(FIRMWARE << 8), 1, 2, 3, 1 };
static const uint8_t configuration[] = {
    9, 2, TWO(75), 2, 1, 0, 0x80, 50,                     /* powered by the bus: 100 mA */
    8, 11, 0, 2, 2, 2, 0, 0,                              /* both interfaces are one function */
    9, 4, 0, 0, 1, 2, 2, 0, 0,                            /* interface 0: control of a serial line */
    5, 0x24, 0, TWO(0x0120), 5, 0x24, 1, 0, 1, 4, 0x24, 2, 2, 5, 0x24, 6, 0, 1,
    7, 5, 0x80 | NOTIFY, 3, TWO(8), 16,
    9, 4, 1, 0, 2, 10, 0, 0, 0,                           /* interface 1: its data */
    7, 5, DATA, 2, TWO(PACKET), 0, 7, 5, 0x80 | DATA, 2, TWO(PACKET), 0 };
_Static_assert(sizeof configuration == 75, "wTotalLength");
static const uint8_t english[] = { 4, 3, TWO(0x0409) }, nothing[2];

uint8_t port_open, asleep;
static uint8_t address, configured, sending;
static uint8_t coding[7] = { TWO(115200 & 0xffff), 115200 >> 16, 0, 0, 0, 8 };   /* kept for whoever asks */
static uint8_t toggle[3][2];                              /* of the next packet: 1 is DATA1 */
static const uint8_t *reply;                              /* what is left to say in a control transfer, ... */
static unsigned reply_left;
static int reply_ends_empty, coding_comes;                /* ... and what follows */

/* Hands a buffer to the controller: everything else first, AVAILABLE some of its cycles later. [4.1.2.5.1] */
static void arm(int endpoint, int out, uint32_t length)
{
    if (endpoint == CONTROL && REG(USB_SIE_STATUS) & SETUP_REC)
        return;                                           /* the host gave this transfer up */
    uint32_t word = length | LAST | (toggle[endpoint][out] ? DATA1 : 0) | (out ? 0 : FULL);
    toggle[endpoint][out] ^= 1;
    REG(BUFFER_CONTROL(endpoint, out)) = word;
    __asm__ volatile("nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop; nop");
    REG(BUFFER_CONTROL(endpoint, out)) = word | AVAILABLE;
}

static void refuse(void)
{
    SET(USB_EP_STALL_ARM) = 3;                            /* the next setup packet clears it [4.1.2.6.1] */
    REG(BUFFER_CONTROL(CONTROL, IN)) = REG(BUFFER_CONTROL(CONTROL, OUT)) = STALL;
}

static void say_on(void)
{
    unsigned count = reply_left < PACKET ? reply_left : PACKET;
    for (unsigned i = 0; i < count; i++)
        BYTES(CONTROL_BUFFER)[i] = *reply++;
    reply_left -= count;
    if (count < PACKET)
        reply_ends_empty = 0;
    arm(CONTROL, IN, count);
}

/* `asked`: all the host takes. A shorter reply that fills its last packet is ended by an empty one. */
static void say(const uint8_t *bytes, unsigned count, unsigned asked)
{
    reply = bytes;
    reply_left = count < asked ? count : asked;
    reply_ends_empty = count < asked && count % PACKET == 0;
    say_on();
}

#define agree() say(0, 0, 0)

static void say_text(const char *text, unsigned asked)
{
    static uint8_t answer[2 + 2 * 32];
    answer[0] = 2;
    answer[1] = 3;
    for (; *text; answer[0] += 2)
        answer[answer[0]] = (uint8_t)*text++;             /* the upper bytes stay 0 */
    say(answer, answer[0], asked);
}

static void describe(unsigned kind, unsigned index, unsigned asked)
{
    static char number[17];                               /* the flash chip's, as the serial number */
    for (unsigned i = 0; i < 16; i++)
        number[i] = "0123456789ABCDEF"[flash_id.bytes[8 + i / 2] >> (i & 1 ? 0 : 4) & 15];
    switch (kind << 8 | index) {
    case 0x100: return say(device, sizeof device, asked);
    case 0x200: return say(configuration, sizeof configuration, asked);
    case 0x300: return say(english, sizeof english, asked);
    case 0x301: return say_text("Pierwszy", asked);
    case 0x302: return say_text("Pierwszy button head", asked);
    case 0x303: return say_text(number, asked);
    }
    refuse();
}

/* A data endpoint begins anew, with DATA0. */
static void begin(int out)
{
    REG(BUFFER_CONTROL(DATA, out)) = 0;
    toggle[DATA][out] = 0;
    if (out)
        arm(DATA, OUT, PACKET);
    else
        sending = 0;
}

static void open_port(unsigned open)
{
    if (open != port_open)
        forget();
    port_open = (uint8_t)open;
}

static void configure(unsigned value)
{
    static const uint32_t each_buffer = BIT(31) | BIT(29);   /* enabled, a flag for each buffer [4.1.2.5.3] */
    configured = (uint8_t)value;
    open_port(0);
    REG(ENDPOINT_CONTROL(NOTIFY, IN)) = value ? each_buffer | 3 << 26 | NOTIFY_BUFFER : 0;
    REG(ENDPOINT_CONTROL(DATA, IN)) = value ? each_buffer | 2 << 26 | IN_BUFFER : 0;
    REG(ENDPOINT_CONTROL(DATA, OUT)) = value ? each_buffer | 2 << 26 | OUT_BUFFER : 0;
    if (value) {
        begin(IN);
        begin(OUT);
    }
}

/* What isn't known is refused. */
static void setup(void)
{
    volatile const uint8_t *packet = BYTES(0);
    unsigned value = packet[2] | packet[3] << 8, asked = packet[6] | packet[7] << 8;
    REG(BUFFER_CONTROL(CONTROL, IN)) = REG(BUFFER_CONTROL(CONTROL, OUT)) = 0;   /* of one that was given up */
    toggle[CONTROL][IN] = toggle[CONTROL][OUT] = 1;
    reply = 0;
    reply_left = 0;
    reply_ends_empty = coding_comes = 0;
    switch (packet[0] << 8 | packet[1]) {
    case 0x8006: return describe(value >> 8, value & 0xff, asked);           /* GET_DESCRIPTOR */
    case 0x8000: case 0x8100: case 0x8200: return say(nothing, 2, asked);    /* GET_STATUS: all is well */
    case 0x8008: return say(&configured, 1, asked);                          /* GET_CONFIGURATION */
    case 0x0005: address = value & 0x7f; return agree();                     /* SET_ADDRESS: from then on */
    case 0x0009: configure(value & 1); return agree();                       /* SET_CONFIGURATION */
    case 0x010b: return agree();                                             /* SET_INTERFACE: there is one */
    case 0xa121: return say(coding, sizeof coding, asked);                   /* GET_LINE_CODING */
    case 0x2120: coding_comes = 1; return arm(CONTROL, OUT, PACKET);         /* SET_LINE_CODING */
    case 0x2122: open_port(configured & value & 1); return agree();          /* SET_CONTROL_LINE_STATE: DTR */
    case 0x0201:                                                             /* CLEAR_FEATURE: a halt */
        if (configured && (packet[4] & 15) == DATA)
            begin(packet[4] & 0x80 ? IN : OUT);
        return agree();
    }
    refuse();
}

static void control_sent(void)
{
    if (reply_left || reply_ends_empty)
        return say_on();
    if (reply) {                                          /* all said: the host ends it by an empty packet */
        reply = 0;
        toggle[CONTROL][OUT] = 1;
        arm(CONTROL, OUT, 0);
    }
    REG(USB_ADDR_ENDP) = address;
}

/* Erratum E15: an error on the bus at a frame's end may hang the controller while it sends (seen on a Pi 4).
   So nothing new is armed in a frame's last 200 µs; where there are no frames nobody fetches it. */
static int may_send(void)
{
    static uint32_t frame, since;
    uint32_t now = REG(TIMER_TIMERAWL), number = REG(USB_SOF_RD);
    since += 1001 * ((number - frame) & 0x7ff);           /* it may have begun a while ago, ... */
    if (number != frame && now - since > 500)
        since = now;                                      /* ... but not in the future, nor that long ago */
    frame = number;
    return now - since - 800 > 2200;
}

void usb_start(void)
{
    for (uint32_t at = 0; at < ALL; at += 4)
        REG(USB_DPRAM + at) = 0;
    REG(USB_MUXING) = BIT(0) | BIT(3);                    /* to the PHY, by software */
    REG(USB_PWR) = BIT(2) | BIT(3);                       /* there is power: without it this wouldn't run */
    REG(USB_MAIN_CTRL) = BIT(0);                          /* on, as a device */
    REG(USB_SIE_CTRL) = BIT(29) | BIT(16);                /* a flag for each control buffer; here we are */
}

void usb_poll(void)
{
    uint32_t status = REG(USB_SIE_STATUS), done = REG(USB_BUFF_STATUS);
    may_send();
    status &= BUS_RESET | SETUP_REC | RESUME | SUSPENDED;
    if (status || done) {
        REG(USB_SIE_STATUS) = status;                     /* seen: cleared by writing them back */
        REG(USB_BUFF_STATUS) = done;
        asleep = status == SUSPENDED && !done;            /* no frame for 3 ms [4.1.2.6.4] */
    }
    if (status & BUS_RESET) {
        REG(USB_ADDR_ENDP) = address = 0;
        for (uint32_t at = BUFFER_CONTROL(CONTROL, IN); at <= BUFFER_CONTROL(DATA, OUT); at += 4)
            REG(at) = 0;
        configure(0);
        done = 0;
    }
    if (status & SETUP_REC)
        setup();
    else if (done & BIT(2 * CONTROL + IN))
        control_sent();
    else if (done & BIT(2 * CONTROL + OUT) && coding_comes) {
        for (unsigned i = 0; i < sizeof coding; i++)
            coding[i] = BYTES(CONTROL_BUFFER)[i];
        coding_comes = 0;
        agree();
    }
    if (done & BIT(2 * DATA + IN)) {
        packet_arrived();
        sending = 0;
    }
    if (done & BIT(2 * DATA + OUT)) {
        for (unsigned i = 0, count = REG(BUFFER_CONTROL(DATA, OUT)) & COUNT; i < count; i++)
            byte_came(BYTES(OUT_BUFFER)[i]);
        arm(DATA, OUT, PACKET);
    }
    if (port_open && !sending && may_send()) {
        unsigned count = next_packet(BYTES(IN_BUFFER));
        if (count)
            arm(DATA, IN, count);
        sending = count > 0;
    }
}
