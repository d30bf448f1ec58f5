import type { VariantProcessor } from '@stowage/core/ports'

/** A thumbnail of GIFs alone, made when it is asked for. */
export const TEST_VARIANTS: VariantProcessor = {
  plans: [{ name: 'thumbnail', timing: 'on-demand' }],
  accepts: ({ mimeType }) => mimeType === 'image/gif',
  make: async (_source, names) => ({
    made: names.map((name) => ({
      name,
      content: Buffer.from('small'),
      mimeType: 'image/webp',
      extension: 'webp',
      width: 1,
      height: 1,
    })),
    failed: [],
  }),
}
