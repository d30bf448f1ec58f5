import { media } from '$lib/server/media.js'

/** Answers /media/api/v1; everything else goes on to the routes. */
export async function handle({ event, resolve }) {
  const { handler } = await media()
  return handler.handles(event.url) ? handler(event.request) : resolve(event)
}
