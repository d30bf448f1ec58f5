/** Small enough that cases come near them often. A file over 256 KiB is staged on the disk. */
export const LIMITS = {
  store: { fileSize: 300 * 1024, filesPerUpload: 8 },
  api: { parts: 20, textField: 2048, partHeader: 1024, requestSize: 1024 ** 2 },
}
