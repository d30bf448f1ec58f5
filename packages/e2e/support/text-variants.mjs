/** A variant processor that costs nothing: its pictures are the first bytes of a text. */
export function textVariants() {
  return {
    plans: [
      { name: 'thumbnail', timing: 'immediately' },
      { name: 'optimized', timing: 'on-demand' },
    ],
    accepts: ({ mimeType }) => mimeType === 'text/plain',
    async make({ file }, names) {
      const head = await file.read({ start: 0, end: Math.min(100, file.size) })
      const made = names.map((name) => ({
        name,
        content: Buffer.concat([Buffer.from(`${name} of `), head]),
        mimeType: 'text/plain',
        extension: 'txt',
        width: 1,
        height: 1,
      }))
      return { made, failed: [] }
    },
  }
}
