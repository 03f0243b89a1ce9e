/** What is known of the vocabularies of XML by the name of their root, where structure alone does not say what is text. */
import type { Reason } from '../format.ts'

export interface Vocabulary {
  /** The only elements that hold text for readers. Absent: all may. */
  readonly texts?: ReadonlySet<string>
  /** Elements that are left out, and why. */
  readonly without?: ReadonlyMap<string, Reason>
  /** Elements that never stand in a line of text, even where they hold text themselves. */
  readonly blocks?: ReadonlySet<string>
  /** What is known of such files where they hold their texts in several languages beside each other. */
  readonly several?: SeveralLanguages | 'never'
  /** The element whose text is the language of the document. */
  readonly language?: string
  /** What people call such a file, where programs read it: its texts are translated only where somebody asks for them. */
  readonly settings?: string
}

/** Elements of one name that differ in `xml:lang` alone are one text. */
export interface SeveralLanguages {
  /** The language of elements that say none. */
  readonly source?: string
  /** The elements that are translated so, also where there is one language alone. */
  readonly names?: ReadonlySet<string>
  /** What shows that the file is of this kind: then it keeps its language beside the new one, even if there is no other one yet. */
  readonly sign?: string
}

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

function reasons(...pairs: readonly (readonly [Reason, string])[]): ReadonlyMap<string, Reason> {
  return new Map(pairs.flatMap(([reason, list]) => list.split(/\s+/).map(name => [name, reason] as const)))
}

const CODE =
  'script style code codeph literal filename command varname codeblock programlisting screen synopsis literallayout pre computeroutput math mathml svg'

const DOCUMENT: Vocabulary = {
  without: reasons(['code', CODE], ['comment', 'remark draft-comment required-cleanup']),
  blocks: names(
    'p para simpara title subtitle note tip warning caution important li listitem ul ol dl dlentry dt dd sl sli table tgroup row entry fig figure image mediaobject section sect1 sect2 sect3 example itemizedlist orderedlist variablelist varlistentry simplelist procedure step steps cmd info div blockquote h1 h2 h3 h4 h5 h6 tr td th lq lines codeblock programlisting screen footnote fn',
  ),
}

/** What an export of WordPress has beside texts: names by which it is put together again. */
const EXPORT =
  'wxr_version base_site_url base_blog_url author_id author_login author_email category_nicename category_parent tag_slug term_id term_slug term_parent term_taxonomy post_id post_name post_parent post_type post_date post_date_gmt post_modified post_modified_gmt post_password status comment_status ping_status is_sticky menu_order attachment_url meta_key meta_value comment_author comment_author_email comment_author_url comment_author_IP comment_date comment_date_gmt comment_type comment_approved'

const FEED: Vocabulary = {
  language: 'language',
  without: reasons(
    [
      'metadata',
      'pubDate lastBuildDate updated published date id guid generator language link url docs ttl email width height author creator managingEditor webMaster',
    ],
    ['metadata', EXPORT],
    ['code', CODE],
  ),
}

/** What people call files of settings, by the root. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ['project', 'a Maven or Ant build file'],
  ['Project', 'an MSBuild file'],
  ['manifest', 'an Android manifest'],
  ['beans', 'a Spring configuration'],
  ['web-app', 'a descriptor of a web application'],
  ['urlset', 'a sitemap'],
  ['sitemapindex', 'a sitemap'],
  ['stylesheet', 'an XSLT stylesheet'],
  ['transform', 'an XSLT stylesheet'],
  ['schema', 'an XML schema'],
  ...[
    ...names(
      'configuration persistence settings module assembly package checkstyle ruleset pmd phpunit suppressions log4j Configuration hibernate-mapping ivy-module plugin jnlp wsdl definitions config Config Settings server Server Context nlog log4net ehcache blueprint faces-config',
    ),
  ].map(root => [root, 'a file of settings'] as const),
])

/** AppStream, the types of files and the rights of programs on a desktop: English, with translations behind it. */
const DESKTOP: Vocabulary = {
  without: reasons(
    ['code', 'code'],
    ['identifier', 'id pkgname'],
    ['metadata', 'developer project_license metadata_license'],
  ),
  several: {
    source: 'en',
    sign: '<metadata_license',
    names: names('name summary p li caption developer_name keyword comment message description'),
  },
}

/** Translation memories: their codes are markup of a program. */
const MEMORY: Vocabulary = {
  texts: names('seg'),
  without: reasons(['code', 'bpt ept ph it ut'], ['metadata', 'note prop']),
  several: { names: names('tuv'), sign: '<tuv' },
}

const BY_ROOT: ReadonlyMap<string, Vocabulary> = new Map([
  ...[
    ...names(
      'book article chapter section refentry set part preface appendix glossary topic concept task reference map bookmap dita html glossentry troubleshooting',
    ),
  ].map(root => [root, DOCUMENT] as const),
  ...[...names('component components application mime-info policyconfig')].map(root => [root, DESKTOP] as const),
  ['tmx', MEMORY],
  ['properties', { without: reasons(['comment', 'comment']) }],
  ...['rss', 'feed', 'RDF'].map(root => [root, FEED] as const),
  ['svg', { texts: names('text tspan textPath title desc'), without: reasons(['code', 'script style']) }],
  // Android has a folder for each language.
  ['resources', { several: 'never' }],
  ['plist', { without: reasons(['key', 'key'], ['code', 'data'], ['not_text', 'integer real date']) }],
  ...[...SETTINGS].map(([root, settings]) => [root, { settings }] as const),
])

const UNKNOWN: Vocabulary = { without: reasons(['code', 'script style']) }

export function vocabularyOf(root: string): Vocabulary {
  return BY_ROOT.get(root) ?? UNKNOWN
}

/** How a document holds its languages beside each other; undefined where it has one, as documents and settings do. */
export function severalOf(root: string): SeveralLanguages | undefined {
  const { blocks, settings, several } = vocabularyOf(root)
  if (blocks !== undefined || settings !== undefined || several === 'never') return undefined
  return several ?? {}
}

/** Files of other formats in XML, and what to do with them: in them a source may not be written over. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['TS', 'This is a translation file of Qt (its root is <TS>): name the file .ts, and it is read as such.'],
  ['xliff', 'This is XLIFF (its root is <xliff>): name the file .xlf, and it is read as such.'],
])

/** What a person is told of a file that is another format than its name says; undefined for all other files. */
export function elsewhereOf(root: string): string | undefined {
  return ELSEWHERE.get(root)
}
