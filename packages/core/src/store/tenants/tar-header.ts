const BLOCK = 512
/** Octal digits of a size: 8 GiB and more is written as a binary number, as GNU tar does it. */
const MAX_OCTAL_SIZE = 8 ** 11
/** Files, readable by their owner alone. */
const MODE = 0o600
const REGULAR_FILE = '0'

/**
 * The header of a file in a tar archive. Its name is at most 100 characters of ASCII, which is not checked. `modified`
 * in seconds since 1970.
 */
export function tarHeader(name: string, size: number, modified: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 100, 'ascii')
  header.write(octal(MODE, 7), 100, 'ascii')
  header.write(octal(0, 7), 108, 'ascii')
  header.write(octal(0, 7), 116, 'ascii')
  writeSize(header, size)
  header.write(octal(modified, 11), 136, 'ascii')
  // The sum counts its own field as blanks.
  header.fill(' ', 148, 156)
  header.write(REGULAR_FILE, 156, 'ascii')
  header.write('ustar\0' + '00', 257, 'ascii')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148, 'ascii')
  return header
}

/** What fills the last block of a file of that size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** What ends an archive. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK)

function writeSize(header: Buffer, size: number): void {
  if (size < MAX_OCTAL_SIZE) {
    header.write(octal(size, 11), 124, 'ascii')
    return
  }
  header[124] = 0x80
  header.writeBigUInt64BE(BigInt(size), 128)
}

function octal(value: number, digits: number): string {
  return Math.floor(value).toString(8).padStart(digits, '0')
}
