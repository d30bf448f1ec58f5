/** What a script of an asset would do if one ran: every page of the check has this function. */
const RUN = "parent.hit?.('asset');top.hit?.('asset');window.hit?.('asset')"

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" onload="HIT">' +
  '<script>HIT</script><foreignObject width="80" height="60"><body xmlns="http://www.w3.org/1999/xhtml">' +
  '<img src="x" onerror="HIT"/></body></foreignObject><rect width="80" height="60" fill="teal"/></svg>'

/** Names and contents that would do harm in a page that does not expect them. */
export function hostileFiles() {
  const hit = (text) => Buffer.from(text.replaceAll('HIT', RUN))
  return [
    { name: 'drawing.svg', content: hit(SVG) },
    {
      name: 'page.html',
      content: hit('<!doctype html><script>HIT</script><img src=x onerror="HIT">'),
    },
    {
      name: 'page.xhtml',
      content: hit('<html xmlns="http://www.w3.org/1999/xhtml"><script>HIT</script></html>'),
    },
    {
      name: 'data.json',
      content: hit('{"__proto__":{"polluted":true},"a":"</script><script>HIT</script>"}'),
    },
    { name: 'script.js', content: hit('HIT') },
    { name: 'style.css', content: hit('body{background:url(javascript:HIT)}') },
    ...NAMES.map((name) => ({ name, content: Buffer.from('plain text\n') })),
  ]
}

const NAMES = [
  '"><img src=x onerror=hit(1)>.txt',
  "<script>hit('name')</script>.txt",
  'javascript:hit(1).txt',
  "' onmouseover='hit(1).txt",
  '{{constructor.constructor("hit(1)")()}}.txt',
  '__proto__',
  'constructor',
  `${'very long '.repeat(24)}name.txt`,
  'n'.repeat(240),
  `z${'\u0300'.repeat(110)}algo.txt`,
  '😀👩‍👩‍👧‍👦🏳️‍🌈.txt',
  'ملف عربي مع english.txt',
  '%00%2e%2e%2f.txt',
  '&lt;b&gt;&amp;.txt',
]

/** Own data that would do harm. */
export const HOSTILE_DATA = {
  title: '<img src=x onerror=hit(1)>',
  alt: { en: '"><script>hit(1)</script>' },
  tags: ['<b onclick=hit(1)>tag</b>', '__proto__', 'a,b'.replace(',', ' '), 'javascript:hit(1)'],
}
