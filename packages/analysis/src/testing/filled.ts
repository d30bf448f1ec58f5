import { join } from './bytes.ts'

/** 1 MiB, the size of a filled file. */
export const MIB: number = 2 ** 20

/** 1 MiB that begins with `start` and then repeats `pattern`, up to `end`. */
export function filled(
  start: Uint8Array | string,
  pattern: Uint8Array | string,
  end: Uint8Array | string = '',
): Buffer {
  const [head, tail] = [join(start), join(end)]
  return join(head, Buffer.alloc(MIB - head.length - tail.length, join(pattern)), tail)
}
