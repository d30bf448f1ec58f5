import { closestSize } from './srcset.ts'

/**
 * A `loader` of `next/image`, for an image whose `src` is the `srcset` of an asset. It asks only for sizes that there
 * are, signed or not. A URL that is no `srcset` stays as it is.
 *
 * ```tsx
 * 'use client'
 * <Image loader={nextImageLoader} src={img.srcset} width={img.width} height={img.height} alt={img.alt} />
 * ```
 */
export function nextImageLoader({
  src,
  width,
}: {
  readonly src: string
  readonly width: number
}): string {
  return closestSize(src, width)
}

/**
 * A `transformer` of unpic (`@unpic/react/base` and its siblings), for an image whose `src` is the `srcset` of an
 * asset. Without a width, the largest size.
 */
export function unpicTransformer(
  src: string | URL,
  { width }: { readonly width?: number | string | undefined },
): string {
  return closestSize(String(src), Number(width ?? Number.POSITIVE_INFINITY))
}
