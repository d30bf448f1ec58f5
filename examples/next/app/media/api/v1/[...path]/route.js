import { media } from '../../../../../lib/media.js'

async function answer(request) {
  const { handler } = await media()
  return handler(request)
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
