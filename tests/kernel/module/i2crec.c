// SPDX-License-Identifier: GPL-2.0
/*
 * i2crec: an I2C adapter without wires. It acknowledges the addresses of addr=, takes as long as a bus of khz=
 * would, records every write and answers every read with zeroes. Without addr= there is no adapter.
 *
 * The adapter is /dev/i2c-1, a Pi's header's. Reading /dev/i2crec takes records out, oldest first, each
 * u64 ns (CLOCK_MONOTONIC, when the write was asked for), u16 address, u16 length, then the bytes written;
 * machine byte order, no padding. A read returns 0 when nothing is left. Once 4 MB wait to be read, newer
 * writes are lost, which /dev/i2crec tells by EOVERFLOW at the next read.
 */
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/i2c.h>
#include <linux/kfifo.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>

#define BUS 1			/* as on a Pi's header */
#define MOST_RECORDED (1 << 22)
#define CLOCKS_PER_BYTE 9	/* eight bits and the acknowledge */

static unsigned short addr[16];
static int addresses;
module_param_array(addr, ushort, &addresses, 0644);
MODULE_PARM_DESC(addr, "addresses that answer, such as 0x3c,0x3d; others can be written, and at least one");

static unsigned int khz = 400;
module_param(khz, uint, 0644);
MODULE_PARM_DESC(khz, "clock of the bus; 0 takes no time");

struct record {
	u64 ns;
	u16 address;
	u16 length;
} __packed;

static struct kfifo records;
static bool lost;
static DEFINE_MUTEX(recording);

static bool answers(u16 address)
{
	int i;

	for (i = 0; i < addresses; i++)
		if (addr[i] == address)
			return true;
	return false;
}

static void keep(struct i2c_msg *msg)
{
	struct record record = { ktime_get_ns(), msg->addr, msg->len };

	mutex_lock(&recording);
	if (kfifo_avail(&records) < sizeof(record) + msg->len) {
		lost = true;
	} else {
		kfifo_in(&records, (u8 *)&record, sizeof(record));
		kfifo_in(&records, msg->buf, msg->len);
	}
	mutex_unlock(&recording);
}

static int i2crec_xfer(struct i2c_adapter *adapter, struct i2c_msg *msgs, int count)
{
	unsigned long us, bytes = 0;
	int i;

	for (i = 0; i < count; i++) {
		if (!answers(msgs[i].addr))
			return -EREMOTEIO;	/* as a Pi's driver says it */
		bytes += msgs[i].len + 1;
		if (msgs[i].flags & I2C_M_RD)
			memset(msgs[i].buf, 0, msgs[i].len);
		else
			keep(&msgs[i]);
	}
	if (khz) {
		us = bytes * CLOCKS_PER_BYTE * 1000 / khz;
		usleep_range(us, us + 50);
	}
	return count;
}

static u32 i2crec_functionality(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm i2crec_algorithm = {
	.master_xfer = i2crec_xfer,
	.functionality = i2crec_functionality,
};

static struct i2c_adapter i2crec_adapter = {
	.owner = THIS_MODULE,
	.algo = &i2crec_algorithm,
	.name = "i2crec",
	.nr = BUS,
};

static ssize_t i2crec_read(struct file *file, char __user *to, size_t length, loff_t *pos)
{
	unsigned int copied = 0;
	int ret;

	mutex_lock(&recording);
	ret = lost ? -EOVERFLOW : kfifo_to_user(&records, to, length, &copied);
	lost = false;
	mutex_unlock(&recording);
	return ret ? ret : copied;
}

static const struct file_operations i2crec_fops = {
	.owner = THIS_MODULE,
	.read = i2crec_read,
	.llseek = noop_llseek,
};

static struct miscdevice i2crec_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "i2crec",
	.fops = &i2crec_fops,
};

/* Never unloaded: the rig's kernel has no loadable modules. */
static int __init i2crec_init(void)
{
	int ret;

	if (!addresses)
		return 0;
	ret = kfifo_alloc(&records, MOST_RECORDED, GFP_KERNEL);
	if (ret)
		return ret;
	ret = misc_register(&i2crec_misc);
	if (ret)
		return ret;
	return i2c_add_numbered_adapter(&i2crec_adapter);
}
device_initcall(i2crec_init);

MODULE_DESCRIPTION("I2C adapter that records writes");
MODULE_LICENSE("GPL");
