// Bundled into a page of another origin. Each function does what a page's own script could do.
import { createClient } from '@stowage/client'

/** Resolves to the displayed width of each picture; 0 for one that the browser could not show. */
window.widthsOf = (urls) => Promise.all(urls.map(widthOf))

function widthOf(url) {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(image.naturalWidth)
    image.onerror = () => resolve(0)
    image.src = url
  })
}

/** Uploads by a ticket, and resolves to the asset's id and the bytes that were reported as sent. */
window.uploadByTicket = async ({ baseUrl, ticket, name, size }) => {
  const client = createClient({ baseUrl, token: ticket })
  const loaded = []
  const file = new File([new Uint8Array(size).fill(65)], name)
  const asset = await client.upload(file, {
    onProgress: (progress) => loaded.push(progress.loaded),
  })
  return { id: asset.id, loaded }
}

/** Resolves to the status and code of the answer, or to why there is none. */
window.answerTo = async ({ url, method = 'GET', token, headers = {}, files, json }) => {
  const init = {
    method,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  }
  if (json !== undefined) {
    init.headers['content-type'] = 'application/json'
    init.body = JSON.stringify(json)
  }
  if (files !== undefined) init.body = formOf(files)
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    return response.ok ? String(response.status) : `${response.status} ${codeOf(text)}`
  } catch (error) {
    if (error instanceof TypeError) return BLOCKED
    throw error
  }
}

/** What `fetch` says when CORS does not let a page read an answer. */
const BLOCKED = 'blocked by the browser'

function codeOf(text) {
  return JSON.parse(text).errors[0].code
}

function formOf(files) {
  const form = new FormData()
  for (const { field = 'file', name = 'a.txt', content = 'a', size } of files) {
    form.append(field, new File([size === undefined ? content : new Uint8Array(size)], name))
  }
  return form
}
