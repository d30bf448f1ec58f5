import type { VariantProcessor } from '@stowage/core/ports'

/** A thumbnail, for GIFs only, made on request. */
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
