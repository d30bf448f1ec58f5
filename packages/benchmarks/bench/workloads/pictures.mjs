import { writeFile } from 'node:fs/promises'
import { largePhotos, smallPhotos } from '../../pictures/photos.mjs'
import { formRequest } from '../samples.mjs'

/** Uploads beside the thumbnails that they cause. Each round ends when the last thumbnail is there. */
const WITH_PICTURES = {
  against: 'without',
  warmUp: 2,
  unit: 'uploads/s',
  per: 'upload',
  labels: {
    without: 'no pictures',
    request: "`when: 'request'`, nobody asks",
    background: "`when: 'background'`",
    upload: "`when: 'upload'`",
  },
  targets: {
    without: { target: 'stowage' },
    request: { target: 'stowage', settings: { when: 'request' } },
    background: { target: 'stowage', settings: { when: 'background' } },
    upload: { target: 'stowage', settings: { when: 'upload' } },
  },
  after: (target) => target.call('worked'),
}

async function prepared(target, directory, pictures, amount) {
  const requests = []
  for (const [index, picture] of pictures.entries()) {
    const file = `${directory}-${index}.jpg`
    await writeFile(file, picture)
    requests.push(formRequest(target, file))
  }
  const load = { requests: `${directory}.json`, amount, connections: 16, status: 201 }
  await writeFile(load.requests, JSON.stringify(requests))
  return load
}

export const smallPictures = {
  ...WITH_PICTURES,
  name: 'small-pictures',
  title: 'photos of 20 KB, 16 at once',
  bars: [
    { of: 'background', to: 'without', member: 'p50', most: 1.1, text: 'p50 in the background' },
  ],
  async prepare(target, { directory }) {
    return prepared(target, directory, await smallPhotos(), 300)
  },
}

export const largePictures = {
  ...WITH_PICTURES,
  name: 'large-pictures',
  title: 'photos of 3 MB, 16 at once',
  async prepare(target, { directory }) {
    return prepared(target, directory, await largePhotos(), 64)
  },
}
