/**
 * The type of a file that begins with printable characters and still is not text: its signature is too long to be
 * chance, or what follows it is fixed as well. Everything else that is readable as text is text.
 */
export function unmistakableTypeOf(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 128)
  return (
    STARTS.find(([bytes]) => start.startsWith(bytes))?.[1] ??
    PATTERNS.find(([pattern]) => pattern.test(start))?.[1]
  )
}

const STARTS: readonly (readonly [string, string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\x8aMNG\r\n\x1a\n', 'video/x-mng'],
  ['\x8bJNG\r\n\x1a\n', 'image/x-jng'],
]

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^GIF8[79]a/, 'image/gif'],
  [/^!<arch>\ndebian-binary/, 'application/x-deb'],
  [/^!<arch>\n/, 'application/x-unix-archive'],
  [/^07070[12][\dA-Fa-f]{104}/, 'application/x-cpio'],
  [/^070707[0-7]{70}/, 'application/x-cpio'],
  [/^fLaC$/, 'audio/flac'],
  [/^OggS$/, 'audio/ogg'],
  [/^wOFF(?:OTTO|true|$)/, 'font/woff'],
  [/^wOF2(?:OTTO|true|$)/, 'font/woff2'],
  [/^BZh[1-9](?:1AY&SY|$)/, 'application/x-bzip2'],
  [/^YUV4MPEG2 W\d+ H\d+ /, 'video/x-yuv4mpeg'],
  [/^WARC\/\d\.\d\r?\n/, 'application/warc'],
]
