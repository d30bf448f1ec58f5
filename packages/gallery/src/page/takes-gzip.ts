/** Whether `Accept-Encoding` (RFC 9110 §12.5.3) lets an answer be compressed by gzip. */
export function takesGzip(header: string | undefined): boolean {
  const weights = new Map<string, number>()
  for (const member of header?.toLowerCase().split(',') ?? []) {
    const [coding = '', ...parameters] = member.split(';').map((each) => each.trim())
    const q = parameters.find((each) => each.startsWith('q='))
    weights.set(coding, q === undefined ? 1 : Number(q.slice(2)))
  }
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0
}
