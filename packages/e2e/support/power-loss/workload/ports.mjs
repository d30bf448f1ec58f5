/** A variant processor whose pictures are noise: one with the upload, one on demand. */
export function pictureProcessor(random) {
  return {
    plans: [
      { name: 'thumbnail', timing: 'immediately' },
      { name: 'preview', timing: 'on-demand' },
    ],
    accepts: ({ mimeType }) => mimeType === 'image/png',
    async make(_source, names) {
      const made = names.map((name) => ({
        name,
        content: random.bytes(1_500),
        mimeType: 'image/webp',
        extension: 'webp',
        width: 8,
        height: 8,
      }))
      return { made, failed: [] }
    },
  }
}

/** Bytes that are taken for a picture of 4 × 4 pixels. */
export function pngOf(bytes) {
  const header = '89504e470d0a1a0a0000000d494844520000000400000004080600000000000000'
  return Buffer.concat([Buffer.from(header, 'hex'), bytes])
}

/**
 * Loses the answer to the insert of every asset that is named `lost-…`, as a broken connection does:
 * after the commit, or before it, by the name.
 */
export function losingAnswers(metadata) {
  async function insert(request) {
    const [{ name }] = request.assets
    if (name.startsWith('lost-committed')) await metadata.assets.insert(request)
    if (!name.startsWith('lost-')) return metadata.assets.insert(request)
    throw Object.assign(new Error('The connection was lost.'), {
      name: 'StowageError',
      code: 'outcome_unknown',
      context: {},
    })
  }
  return { ...metadata, assets: { ...metadata.assets, insert } }
}

const puts = new Set()

/** Lets `watchingPuts.settled()` wait for the puts under way. */
export function watchingPuts(blobs) {
  function put(...args) {
    const work = blobs.put(...args)
    const ended = work.then(
      () => puts.delete(ended),
      () => puts.delete(ended),
    )
    puts.add(ended)
    return work
  }
  return { ...blobs, put }
}

watchingPuts.settled = () => Promise.all(puts)
