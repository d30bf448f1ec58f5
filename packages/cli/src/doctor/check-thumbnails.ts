import { type Finding, failing, fine, warning } from './finding.ts'
import { sniffPackage } from './sniff-package.ts'

/** Checks whether pictures get thumbnails here. */
export async function checkThumbnails(): Promise<Finding[]> {
  const sharp = await sniffPackage('@stowage/sharp', async () => {
    const { sharpVariants } = await import('@stowage/sharp')
    await sharpVariants().prepare?.()
  })
  if (sharp.state === 'missing') {
    const text = 'not installed: pictures get no thumbnails'
    return [warning('sharp', text, 'npm install @stowage/sharp')]
  }
  if (sharp.state === 'broken') {
    return [failing('sharp', 'cannot make thumbnails here', sharp.why)]
  }
  return [fine('sharp', 'makes thumbnails')]
}
