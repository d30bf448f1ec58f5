/** The extension that a client's file name claims: `[a-z0-9]{1,16}` in lower case, else `undefined`. */
export function extensionOf(name: string): string | undefined {
  const match = /[^/\\]\.([A-Za-z0-9]{1,16})$/.exec(name.trim().slice(-64))
  return match?.[1]?.toLowerCase()
}
