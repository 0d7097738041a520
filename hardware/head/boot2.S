/* Second stage. The boot ROM compares the CRC-32 of the flash's first 252 bytes with the next four and runs
   them in RAM [2.8.1]. The flash is in plain SPI mode then, and is asked for its id: command 4Bh, four bytes
   of nothing, eight of id. Then the SSI [4.10] is told to make reads at 0x10000000 and up reads by 03h,
   which every flash chip knows. That is slow, but all code stays in the 16 KiB cache [2.6.3]. */
    .syntax unified
    .cpu cortex-m0plus
    .thumb
    .section .boot2, "ax"
    .global boot2
    .thumb_func
boot2:
    ldr r3, =0x18000000             /* SSI */
    movs r0, #0
    movs r7, #1
    str r0, [r3, #0x08]             /* SSIENR: off, for what follows can be set only then */
    movs r1, #4
    str r1, [r3, #0x14]             /* BAUDR: clk_sys / 4, 31 MHz later on */
    ldr r1, =(7 << 16)
    str r1, [r3, #0x00]             /* CTRLR0: bytes, both ways */
    str r7, [r3, #0x10]             /* SER: the flash's chip select */
    str r7, [r3, #0x08]             /* SSIENR: on */

    movs r1, #0x4b
    str r1, [r3, #0x60]             /* DR0: read unique id */
    movs r2, #12
1:  str r0, [r3, #0x60]             /* faster than they go out, so chip select stays; the FIFO takes 16 */
    subs r2, #1
    bne 1b
2:  ldr r1, [r3, #0x24]             /* RXFLR: one byte comes back for each */
    cmp r1, #13
    bne 2b
    ldr r4, =flash_id + 3           /* five bytes of nothing, then the id as its last eight */
3:  ldr r1, [r3, #0x60]
    strb r1, [r4, r2]
    adds r2, #1
    cmp r2, #13
    bne 3b

    str r0, [r3, #0x08]             /* SSIENR: off */
    ldr r1, =(3 << 8) | (31 << 16)
    str r1, [r3, #0x00]             /* CTRLR0: EEPROM read, 32 data bits */
    str r0, [r3, #0x04]             /* CTRLR1: one at a time */
    ldr r1, =(3 << 24) | (2 << 8) | (6 << 2)
    ldr r2, =0x180000f4
    str r1, [r2]                    /* SPI_CTRLR0: command 03h, 8 bits of it, 24 of address */
    str r7, [r3, #0x08]             /* SSIENR: on */

    ldr r0, =0x10000100
    ldr r1, =0xe000ed08
    str r0, [r1]                    /* VTOR [2.4.8]: the vectors are right behind these 256 bytes */
    ldmia r0!, {r1, r2}
    msr msp, r1
    bx r2
    .ltorg
