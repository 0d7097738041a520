// SPDX-License-Identifier: GPL-2.0
/*
 * usb: the names that hid-sony asks USB for, where there is none (patches/hid-sony.patch).
 *
 * It submits urbs to the guitars of a game only, once it has found them to be on USB; nothing here is.
 */
#include <linux/errno.h>
#include <linux/usb.h>

const char usb_hid_driver;	/* nobody's: no device in a guest is usbhid's */

struct urb *usb_alloc_urb(int iso_packets, gfp_t mem_flags)
{
	return NULL;
}

void usb_free_urb(struct urb *urb)
{
}

int usb_submit_urb(struct urb *urb, gfp_t mem_flags)
{
	return -ENODEV;
}

void usb_poison_urb(struct urb *urb)
{
}
