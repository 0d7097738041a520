// SPDX-License-Identifier: GPL-2.0
/*
 * inject: pulls lines of gpio-sim chips after a plan, and tells when it truly did.
 *
 * Open /dev/inject, write a whole plan with one write, read the answer:
 *
 *   write  "CHIP LINE OFFSET_NS LEVEL\n" for every pull: the chip's label, the line's number, when (ns after the
 *          plan's start, never decreasing), and 'd' for down (contact closed) or 'u' for up (contact open).
 *          The write returns when the plan has been played. A pull that comes late puts off all that follow, so
 *          that no gap is shorter than planned. EINVAL: a line wasn't understood, ENODEV: there is
 *          no such gpio-sim chip or line; the kernel's log says which, and nothing was pulled.
 *   read   "CHIP LINE LEVEL BEFORE_NS AFTER_NS\n" for every pull: CLOCK_MONOTONIC right before and right after.
 *          The stamp that the kernel gave the edge lies between the two.
 *
 * Why in the kernel: under user-mode Linux a system call costs 27 us, so no program gets two pulls closer than
 * about 130 us by writing to sysfs. Here a pull is a call of what that write ends in, the chip's set_config().
 *
 * gpio-sim raises edges by irq_work. User-mode Linux has no interrupt to send itself and would run it at the
 * next tick, up to 10 ms late and in order of line numbers, so it is run here, right after each pull.
 *
 * A closed contact beats a pull-up, but gpio-sim knows one pull only, and a program that switches a line's pull-up
 * on would open the contact. So what programs ask of a line that is closed is not passed on to gpio-sim.
 *
 * The guest has one processor where a board has four: whoever waits here must let others run, or the edges of
 * a bouncing contact would be merged as they never are on a board. So long waits sleep; in short ones the irq
 * threads that hand edges on take over (their priority is higher) if there is room for one before the next pull.
 * While a plan is played its writer has the lowest realtime priority: no busy program makes a pull late.
 */
#include <linux/bitmap.h>
#include <linux/fs.h>
#include <linux/gpio/driver.h>
#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pinctrl/pinconf-generic.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/version.h>

#define LABEL_LEN 32		/* as in struct gpiochip_info */
#define MOST_TEXT (1 << 20)
#define MOST_CHIPS 8
#define MOST_LINES 64
#define ANSWER_LEN (LABEL_LEN + 64)

static unsigned int sleep_us = 300;
module_param(sleep_us, uint, 0644);
MODULE_PARM_DESC(sleep_us, "longer waits sleep, so that programs run; shorter ones spin");

static unsigned int early_us = 150;
module_param(early_us, uint, 0644);
MODULE_PARM_DESC(early_us, "how long before its pull a sleeper asks to be woken");

static unsigned int yield_us = 30;
module_param(yield_us, uint, 0644);
MODULE_PARM_DESC(yield_us, "a spin this close to its pull lets no irq thread run any more");

/* A gpio-sim chip that has been in a plan. */
struct sim {
	struct gpio_chip *chip;
	int (*set_config)(struct gpio_chip *chip, unsigned int line, unsigned long config);
	DECLARE_BITMAP(closed, MOST_LINES);
};

struct pull {
	struct sim *sim;
	unsigned int line;
	u64 offset;
	bool up;
	u64 before;
	u64 after;
};

/* What one opener of /dev/inject has had played. */
struct play {
	struct pull *pulls;
	size_t count;
	char *answer;
	size_t length;
};

/* One plan at a time, or two would be in each other's way. */
static DEFINE_MUTEX(playing);

static struct sim sims[MOST_CHIPS];

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0)
/* Chips stay for the guest's whole life, so that no reference is kept. */
static struct gpio_chip *chip_by_label(char *label)
{
	struct gpio_device *device = gpio_device_find_by_label(label);
	struct gpio_chip *chip = device ? gpio_device_get_chip(device) : NULL;

	if (device)
		gpio_device_put(device);
	return chip;
}
#else
static int has_label(struct gpio_chip *chip, void *label)
{
	return chip->label && !strcmp(chip->label, label);
}

static struct gpio_chip *chip_by_label(char *label)
{
	return gpiochip_find(label, has_label);
}
#endif

static int ask_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	struct sim *sim = sims;

	while (sim->chip != chip)
		sim++;
	return test_bit(line, sim->closed) ? 0 : sim->set_config(chip, line, config);
}

/* The chip of a label, its set_config() ours from now on. */
static struct sim *find_sim(char *label)
{
	struct gpio_chip *chip = chip_by_label(label);
	struct sim *sim;

	if (!chip || !chip->parent || strcmp(dev_driver_string(chip->parent), "gpio-sim") || chip->ngpio > MOST_LINES)
		return NULL;
	for (sim = sims; sim < sims + MOST_CHIPS; sim++) {
		if (sim->chip == chip)
			return sim;
		if (!sim->chip) {
			sim->chip = chip;
			sim->set_config = chip->set_config;
			chip->set_config = ask_config;
			return sim;
		}
	}
	return NULL;
}

static int parse_pull(char *text, struct pull *pull)
{
	char label[LABEL_LEN + 1], level;

	if (sscanf(text, "%32s %u %llu %c", label, &pull->line, &pull->offset, &level) != 4 ||
	    (level != 'd' && level != 'u')) {
		pr_err("inject: expected CHIP LINE OFFSET_NS d|u, got \"%s\"\n", text);
		return -EINVAL;
	}
	pull->up = level == 'u';
	pull->sim = find_sim(label);
	if (!pull->sim || pull->line >= pull->sim->chip->ngpio) {
		pr_err("inject: expected a line of a gpio-sim chip, got %s %u\n", label, pull->line);
		return -ENODEV;
	}
	return 0;
}

static int parse_plan(char *text, struct play *play)
{
	size_t lines = 0;
	char *line;
	int ret;

	for (line = text; *line; line++)
		lines += *line == '\n';
	play->pulls = kvcalloc(lines + 1, sizeof(*play->pulls), GFP_KERNEL);
	if (!play->pulls)
		return -ENOMEM;
	while ((line = strsep(&text, "\n"))) {
		struct pull *pull = &play->pulls[play->count];

		if (!*line)
			continue;
		ret = parse_pull(line, pull);
		if (ret)
			return ret;
		if (play->count && pull->offset < pull[-1].offset) {
			pr_err("inject: expected offsets that never decrease, got %llu ns after %llu ns\n",
			       pull->offset, pull[-1].offset);
			return -EINVAL;
		}
		play->count++;
	}
	return 0;
}

static int wait_till(u64 due)
{
	while (!fatal_signal_pending(current)) {
		s64 left = due - ktime_get_ns();

		if (left <= 0)
			return 0;
		if (left > (s64)sleep_us * NSEC_PER_USEC) {
			ktime_t wake = ns_to_ktime(due - (u64)early_us * NSEC_PER_USEC);

			set_current_state(TASK_KILLABLE);
			schedule_hrtimeout(&wake, HRTIMER_MODE_ABS);
		} else if (left > (s64)yield_us * NSEC_PER_USEC) {
			cond_resched();
		}
		cpu_relax();
	}
	return -EINTR;
}

static void do_pull(struct pull *pull)
{
	unsigned long config = pinconf_to_config_packed(
		pull->up ? PIN_CONFIG_BIAS_PULL_UP : PIN_CONFIG_BIAS_PULL_DOWN, 0);
	unsigned long flags;

	pull->before = ktime_get_ns();
	assign_bit(pull->line, pull->sim->closed, !pull->up);
	pull->sim->set_config(pull->sim->chip, pull->line, config);
	local_irq_save(flags);
	irq_work_run();
	local_irq_restore(flags);
	pull->after = ktime_get_ns();
}

static int play_plan(struct play *play)
{
	bool ordinary = current->policy == SCHED_NORMAL;
	int nice = task_nice(current), ret = 0;
	u64 start;
	size_t i;

	if (ordinary)
		sched_set_fifo_low(current);
	start = ktime_get_ns();
	for (i = 0; i < play->count && !ret; i++) {
		struct pull *pull = &play->pulls[i];

		ret = wait_till(start + pull->offset);
		if (ret)
			break;
		do_pull(pull);
		start = pull->before - pull->offset;
	}
	if (ordinary)
		sched_set_normal(current, nice);
	return ret;
}

static int tell(struct play *play)
{
	size_t i, size = play->count * ANSWER_LEN + 1;

	play->answer = kvmalloc(size, GFP_KERNEL);
	if (!play->answer)
		return -ENOMEM;
	for (i = 0; i < play->count; i++) {
		struct pull *pull = &play->pulls[i];

		play->length += scnprintf(play->answer + play->length, size - play->length,
					  "%s %u %c %llu %llu\n", pull->sim->chip->label, pull->line,
					  pull->up ? 'u' : 'd', pull->before, pull->after);
	}
	return 0;
}

static void forget(struct play *play)
{
	kvfree(play->pulls);
	kvfree(play->answer);
	memset(play, 0, sizeof(*play));
}

static ssize_t inject_write(struct file *file, const char __user *from, size_t length, loff_t *pos)
{
	struct play *play = file->private_data;
	char *text;
	int ret;

	if (length > MOST_TEXT)
		return -E2BIG;
	text = kvmalloc(length + 1, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	ret = -EFAULT;
	if (copy_from_user(text, from, length))
		goto free;
	text[length] = '\0';
	ret = mutex_lock_killable(&playing);
	if (ret)
		goto free;
	forget(play);
	ret = parse_plan(text, play);
	if (!ret)
		ret = play_plan(play);
	if (!ret)
		ret = tell(play);
	if (ret)
		forget(play);
	mutex_unlock(&playing);
	*pos = 0;
free:
	kvfree(text);
	return ret ? ret : length;
}

static ssize_t inject_read(struct file *file, char __user *to, size_t length, loff_t *pos)
{
	struct play *play = file->private_data;

	return simple_read_from_buffer(to, length, pos, play->answer, play->length);
}

static int inject_open(struct inode *inode, struct file *file)
{
	file->private_data = kzalloc(sizeof(struct play), GFP_KERNEL);
	return file->private_data ? 0 : -ENOMEM;
}

static int inject_release(struct inode *inode, struct file *file)
{
	forget(file->private_data);
	kfree(file->private_data);
	return 0;
}

static const struct file_operations inject_fops = {
	.owner = THIS_MODULE,
	.open = inject_open,
	.write = inject_write,
	.read = inject_read,
	.release = inject_release,
	.llseek = noop_llseek,
};

static struct miscdevice inject = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "inject",
	.fops = &inject_fops,
};
module_misc_device(inject);

MODULE_DESCRIPTION("Pulls lines of gpio-sim chips after a plan");
MODULE_LICENSE("GPL");
