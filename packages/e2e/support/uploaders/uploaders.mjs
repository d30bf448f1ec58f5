/** What a person does and sees on a page of the guide, as selectors. `cancelled` is shown after a cancelled upload. */
const OWN = {
  input: '#file',
  cancel: '#cancel',
  said: '#said',
  stored: (name) => `#said:has-text("Stored ${name}.")`,
  cancelled: '#said:has-text("Cancelled.")',
  progress: ownProgress,
}

/** Every uploader of the guide that runs as a script, by its page. */
export const UPLOADERS = {
  // Browsers do not say how much of a `fetch` they have sent.
  fetch: { ...OWN, progress: null },
  xhr: OWN,
  client: OWN,
  react: { ...OWN, cancelled: '#progress[value="0"]' },
  uppy: { ...OWN, cancelled: '#progress' },
  filepond: {
    input: '.filepond--browser',
    cancel: '.filepond--action-abort-item-processing',
    said: '.filepond--file-status-main',
    stored: () => '.filepond--file-status-main:has-text("Upload complete")',
    cancelled: '.filepond--file-status-main:has-text("Upload cancelled")',
    revert: '.filepond--action-revert-item-processing',
    progress: filePondProgress,
  },
  dropzone: {
    input: '.dz-hidden-input',
    cancel: '.dz-remove',
    said: '[data-dz-errormessage]',
    stored: (name) => `.dz-success:has-text("${name}")`,
    cancelled: '.dropzone:not(:has(.dz-processing:not(.dz-error)))',
    progress: dropzoneProgress,
  },
}

// These run in the page. Each collects in `window.seen` how much was sent, as `[sent, all]`.

function ownProgress() {
  window.seen = []
  const progress = document.querySelector('#progress')
  const see = () => window.seen.push([progress.value, progress.max])
  new MutationObserver(see).observe(progress, { attributes: true })
}

function filePondProgress() {
  window.seen = []
  let furthest = 0
  // FilePond tells each report in a timer of its own, so that one may come right after its next.
  document.addEventListener('FilePond:processfileprogress', ({ detail }) => {
    furthest = Math.max(furthest, detail.progress)
    window.seen.push([furthest, 1])
  })
}

function dropzoneProgress() {
  window.seen = []
  document
    .querySelector('#dropzone')
    .dropzone.on('uploadprogress', (_file, percent) => window.seen.push([percent, 100]))
}
