/** Why a path cannot be read, in words. */
export function systemReason(error: unknown): string {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  switch (code) {
    case 'ENOENT':
      return 'is not there'
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this user'
    case 'ELOOP':
      return 'is a link that leads in a circle'
    case 'EISDIR':
      return 'is a folder'
    default:
      return `cannot be read: ${String(code ?? message)}`
  }
}
