// Bundled into a page. Each function uploads from the browser, and resolves to what the page got.
import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'

window.uploadByForm = async (assets, key, [{ name, content }]) => {
  const body = new FormData()
  body.append('file', new File([content], name, { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(assets, { method: 'POST', headers, body })
  return { status: response.status, data: [(await response.json()).data] }
}

window.uploadByUppy = (assets, key, files) => upload(assets, key, files, { fieldName: 'file' })

/** All files in one request. */
window.uploadByUppyBundle = (assets, key, files) =>
  upload(`${assets}/bulk-upload`, key, files, { fieldName: 'files[]', bundle: true })

async function upload(endpoint, key, files, options) {
  const headers = { authorization: `Bearer ${key}` }
  const uppy = new Uppy().use(XHRUpload, { endpoint, headers, ...options })
  for (const { name, content } of files) uppy.addFile({ name, data: new Blob([content]) })
  const { successful, failed } = await uppy.upload()
  if (failed.length > 0) throw new Error(failed[0].error)
  const { status, body } = successful[0].response
  const data = options.bundle ? body.data : successful.map((file) => file.response.body.data)
  return { status, data }
}
