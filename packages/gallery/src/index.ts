/**
 * A page to look at the assets of a store, which every adapter mounts beside the API.
 *
 * @module
 */
export type { GalleryOptions } from './options/gallery-options.ts'
export { gallery } from './page/gallery.ts'
