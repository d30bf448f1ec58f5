import { CONTESTED, promiseOf } from './files.mjs'

/** Uploads files in one operation and puts what was stored on the shelf. Resolves to what `act` does. */
export function createUpload({ client, journal, shelf }) {
  return async (files, { intent, ...options } = {}) => {
    const answer = await journal.act(
      { verb: 'upload', files: files.map(promiseOf), ...intent },
      () => client.upload(files, options),
      { summary: (assets) => ({ assets }) },
    )
    for (const asset of answer.value ?? []) {
      if (asset.name.startsWith(CONTESTED)) shelf.add({ ...asset })
      else shelf.putBack([{ ...asset }])
    }
    return answer
  }
}
