/**
 * Boxes of user data that name no location: texts of QuickTime and 3GPP (titles, people, rights, software), chapters,
 * and what players keep. All others become free space: `©xyz` and `loci` are locations, and cameras add boxes of their
 * own.
 */
export const PLAIN_BOXES: ReadonlySet<string> = new Set([
  ...['©nam', '©ART', '©alb', '©day', '©cpy', '©too', '©swr', '©mak', '©mod', '©enc', '©gen'],
  ...['©wrt', '©aut', '©prd', '©dir', '©fmt', '©src', '©req', '©grp', '©lyr', '©trk', '©com'],
  ...['name', 'titl', 'auth', 'perf', 'gnre', 'albm', 'yrrc', 'cprt', 'rtng', 'clsf', 'kywd'],
  ...['chpl', 'hnti', 'hinf', 'WLOC', 'LOOP', 'SelO', 'AllF', 'ptv ', 'tagc', 'kind', 'ludt'],
  ...['meta', 'ilst', 'hdlr', 'free', 'skip'],
])

/** Items of a list in the style of iTunes that name no location. A `----` names itself. */
export const PLAIN_ITEMS: ReadonlySet<string> = new Set([
  ...['©nam', '©ART', '©alb', '©day', '©too', '©gen', '©wrt', '©grp', '©lyr', '©cmt', '©cpy'],
  ...['©enc', '©mvn', '©mvi', '©mvc', '©wrk', '©dir', '©nrt', '©pub', '©con', '©arg', '©com'],
  ...['aART', 'covr', 'trkn', 'disk', 'tmpo', 'cpil', 'pgap', 'gnre', 'cprt', 'desc', 'ldes'],
  ...['stik', 'rtng', 'purl', 'egid', 'catg', 'keyw', 'tvsh', 'tven', 'tvsn', 'tves', 'tvnn'],
  ...['apID', 'akID', 'cnID', 'atID', 'plID', 'geID', 'cmID', 'sfID', 'xid ', 'hdvd', 'shwm'],
  ...['soal', 'soar', 'soaa', 'sonm', 'soco', 'sosn', 'sdes', 'purd', 'pcst', 'ownr', 'titl'],
])

/** Tracks that are seen or heard, by their handlers. Texts are looked at; all others are of sensors. */
export const SHOWN_TRACKS: ReadonlySet<string> = new Set([
  ...['vide', 'soun', 'auxv', 'pict', 'tmcd', 'hint'],
  // Of QuickTime: movies of MPEG-1, notes of instruments, sprites, Flash, panoramas and objects.
  ...['MPEG', 'musi', 'sprt', 'flsh', 'qtvr', 'pano', 'obje', 'STpn', 'qd3d'],
])
export const TEXT_TRACKS: ReadonlySet<string> = new Set(['text', 'sbtl', 'subt', 'clcp', 'subp'])
