/** Small repositories after the shape of public projects: where their files lie, and how they are written. Every text is this project’s own. */

/** A repository with sources in English, some of them translated into German by people. */
export interface RealLayout {
  /** The projects that have this shape. */
  readonly like: string
  readonly files: Readonly<Record<string, string>>
  /** What is proposed for it as `files.include`. */
  readonly include: readonly (string | { readonly source: string; readonly target: string })[]
  /** A text of a source that no German has, and what it is changed into. */
  readonly change: { readonly file: string; readonly from: string; readonly to: string }
  /** The translations in which it is. */
  readonly targets: Readonly<Record<'de' | 'fr', string>>
  /** The text itself is the key: another text is another message. */
  readonly text_is_key?: true
  /** How many lines of a translation change with one text; absent: one. */
  readonly lines?: number
}

const json = (content: object, indent: number | string = 2) => `${JSON.stringify(content, null, indent)}\n`

const ARB = `{
  "@@locale": "en",
  "greeting": "Good morning, {name}!",
  "@greeting": {
    "description": "Said on the first page.",
    "placeholders": {
      "name": {
        "example": "Ann"
      }
    }
  },
  "baskets": "{count, plural, =0{No basket} =1{One basket} other{{count} baskets}}",
  "@baskets": {
    "description": "Above the list.",
    "placeholders": {
      "count": {}
    }
  },
  "leave": "Leave the garden",
  "@leave": {
    "description": "A button."
  }
}
`

const TEMPLATE = `# A template for the garden.
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: garden 1.0\\n"
"POT-Creation-Date: 2024-05-01 12:00+0000\\n"
"Language: LANGUAGE\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

#. A heading
#: garden/views.py:12
msgid "The garden"
msgstr ""

#: garden/views.py:20
#, python-format
msgid "%(count)s tree"
msgid_plural "%(count)s trees"
msgstr[0] ""
msgstr[1] ""

#: garden/views.py:31 garden/templates/gate.html:4
msgctxt "button"
msgid "Open the gate"
msgstr ""

#: garden/views.py:40
msgid "Close it behind you"
msgstr ""
`

const CATALOGUE = `# German catalogue of the garden.
msgid ""
msgstr ""
"Project-Id-Version: garden 1.0\\n"
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Generated-By: Babel 2.9.1\\n"

#. A heading
#: garden/views.py:10
msgid "The garden"
msgstr "Der Garten"

#: garden/views.py:18
#, python-format
msgid "%(count)s tree"
msgid_plural "%(count)s trees"
msgstr[0] "%(count)s Baum"
msgstr[1] "%(count)s Bäume"

#: garden/views.py:40
msgid "Close it behind you"
msgstr "Mach es hinter dir zu"
`

const gettext = (folder: string): Omit<RealLayout, 'like'> => ({
  files: { [`${folder}/messages.pot`]: TEMPLATE, [`${folder}/de/LC_MESSAGES/messages.po`]: CATALOGUE },
  include: [{ source: `${folder}/messages.pot`, target: `${folder}/[locale]/LC_MESSAGES/messages.po` }],
  change: { file: `${folder}/messages.pot`, from: 'Open the gate', to: 'Open the heavy gate' },
  targets: { de: `${folder}/de/LC_MESSAGES/messages.po`, fr: `${folder}/fr/LC_MESSAGES/messages.po` },
  text_is_key: true,
})

export const REAL_LAYOUTS: readonly RealLayout[] = [
  {
    like: 'Rails: diaspora/diaspora, openstreetmap/openstreetmap-website',
    files: {
      Gemfile: '',
      'config/locales/garden/en.yml': `# The garden, in English.

en:
  gate: "The gate"
  trees:
    one: "%{count} tree"
    other: "%{count} trees"
  pages:
    welcome: |-
      Welcome to the <b>garden</b>.
      Stay as long as you like.
    leave: "Leave the garden" # a button
`,
      'config/locales/garden/de.yml': `de:
    gate: Das Tor
    trees: { one: "%{count} Baum", other: "%{count} Bäume" }
    pages:
        welcome: "Willkommen im <b>Garten</b>. Bleib da." # short
`,
      'config/locales/devise/devise.en.yml': 'en:\n  devise:\n    signed_in: "You came in."\n',
    },
    include: ['config/locales/**/*.[locale].yml', 'config/locales/**/[locale].yml'],
    change: { file: 'config/locales/garden/en.yml', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'config/locales/garden/de.yml', fr: 'config/locales/garden/fr.yml' },
  },
  {
    like: 'i18next: i18next/react-i18next',
    files: {
      'package.json': json({ dependencies: { i18next: '1' } }),
      'public/locales/en/translation.json': json({
        title: 'Welcome to <1>the garden</1>',
        tree_one: '{{count}} tree',
        tree_other: '{{count}} trees',
        nav: { leave: 'Leave the garden', 'open.gate': 'Open the gate' },
      }),
      'public/locales/de/translation.json': json(
        {
          title: 'Willkommen im <1>Garten</1>',
          tree_one: '{{count}} Baum',
          tree_other: '{{count}} B\u00e4ume',
          nav: { 'open.gate': 'Auf' },
        },
        '\t',
      ),
      'public/locales/en/errors.json': json({ lost: 'You are lost' }),
    },
    include: ['public/locales/[locale]/**/*.json'],
    change: { file: 'public/locales/en/translation.json', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'public/locales/de/translation.json', fr: 'public/locales/fr/translation.json' },
  },
  {
    like: 'Flutter: flutter/gallery',
    files: {
      'pubspec.yaml': 'name: garden\n',
      'l10n.yaml': 'arb-dir: lib/l10n\ntemplate-arb-file: intl_en.arb\noutput-localization-file: garden.dart\n',
      'lib/l10n/intl_en.arb': ARB,
      'lib/l10n/intl_de.arb': json({ '@@locale': 'de', greeting: 'Guten Morgen, {name}!' }, 4),
    },
    include: ['lib/l10n/intl_[locale].arb'],
    change: { file: 'lib/l10n/intl_en.arb', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'lib/l10n/intl_de.arb', fr: 'lib/l10n/intl_fr.arb' },
  },
  { like: 'gettext in locale/: programs of Django', ...gettext('locale') },
  { like: 'gettext of Flask and Babel: searxng/searxng', ...gettext('searx/translations') },
  {
    like: 'gettext in po: git-gui, GNOME',
    files: { 'po/garden.pot': TEMPLATE, 'po/de.po': CATALOGUE, 'po/POTFILES.in': 'garden.py\n' },
    include: [{ source: 'po/garden.pot', target: 'po/[locale].po' }],
    change: { file: 'po/garden.pot', from: 'Open the gate', to: 'Open the heavy gate' },
    targets: { de: 'po/de.po', fr: 'po/fr.po' },
    text_is_key: true,
  },
  {
    like: 'Android: AntennaPod/AntennaPod, ankidroid/Anki-Android',
    files: {
      'ui/i18n/src/main/res/values/strings.xml': `<?xml version="1.0" encoding="utf-8"?>
<resources
    xmlns:tools="http://schemas.android.com/tools"
    tools:ignore="MissingTranslation">

    <!-- The first page -->
    <string name="gate">It\\'s the <b>gate</b></string>
    <string name="provider" translatable="false">org.garden.provider</string>
    <string name="leave">Leave the garden</string>
    <plurals name="trees">
        <item quantity="one">%d tree</item>
        <item quantity="other">%d trees</item>
    </plurals>
    <string-array name="seasons">
        <item>Early spring</item>
        <item>Late autumn</item>
    </string-array>
</resources>
`,
      'ui/i18n/src/main/res/values-de/strings.xml': `<?xml version='1.0' encoding='utf-8'?>
<resources>
  <string name="gate">Das ist das <b>Tor</b></string>
  <plurals name="trees">
    <item quantity="one">%d Baum</item>
    <item quantity="other">%d Bäume</item>
  </plurals>
</resources>
`,
      'ui/i18n/src/main/res/values-night/colors.xml': '<resources><color name="leaf">#0a0</color></resources>\n',
    },
    include: [
      {
        source: 'ui/i18n/src/main/res/values/strings.xml',
        target: 'ui/i18n/src/main/res/values-[locale]/strings.xml',
      },
    ],
    change: {
      file: 'ui/i18n/src/main/res/values/strings.xml',
      from: 'Leave the garden',
      to: 'Leave the old garden',
    },
    targets: {
      de: 'ui/i18n/src/main/res/values-de/strings.xml',
      fr: 'ui/i18n/src/main/res/values-fr/strings.xml',
    },
  },
  {
    like: 'next-intl: amannn/next-intl',
    files: {
      'package.json': json({ dependencies: { 'next-intl': '1' } }),
      'src/i18n/routing.ts': "export const routing = defineRouting({ locales: ['en', 'de'], defaultLocale: 'en' })\n",
      'messages/en.json': json({
        Garden: {
          title: 'The garden of {name}',
          trees: '{count, plural, =0 {No trees} one {One tree} other {# trees}}',
          leave: 'Leave the <link>garden</link>',
        },
      }),
      'messages/de.json': json({ Garden: { title: 'Der Garten von {name}' } }),
    },
    include: ['messages/[locale].json'],
    change: { file: 'messages/en.json', from: 'Leave the <link>garden', to: 'Leave the <link>old garden' },
    targets: { de: 'messages/de.json', fr: 'messages/fr.json' },
  },
  {
    like: 'Chrome extensions: gorhill/uBlock, GoogleChrome/chrome-extensions-samples',
    files: {
      'src/manifest.json': json({ manifest_version: 3, default_locale: 'en', name: '__MSG_extName__' }),
      'src/_locales/en/messages.json': json({
        extName: { message: 'Garden gate', description: 'Its name.' },
        blocked: {
          message: '$COUNT$ snails kept out',
          placeholders: { count: { content: '$1', example: '12' } },
        },
        leave: { message: 'Leave the garden', description: 'A button.' },
      }),
      'src/_locales/de/messages.json': json({ extName: { message: 'Gartentor', description: 'Der Name.' } }),
    },
    include: ['src/_locales/[locale]/messages.json'],
    change: { file: 'src/_locales/en/messages.json', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'src/_locales/de/messages.json', fr: 'src/_locales/fr/messages.json' },
  },
  {
    like: 'Docusaurus: facebook/docusaurus',
    files: {
      'website/package.json': json({}),
      'website/docusaurus.config.ts': "export default { i18n: { defaultLocale: 'en', locales: ['en', 'de'] } }\n",
      'website/i18n/en/code.json': json({
        'theme.leave': { message: 'Leave the garden', description: 'The label of a button' },
        'theme.trees': { message: 'One tree|{count} trees', description: 'Plural forms by |' },
      }),
      'website/i18n/en/docusaurus-theme-classic/footer.json': json({
        'link.title.Docs': { message: 'All documents', description: 'The title of a column' },
      }),
      'website/i18n/de/code.json': json({ 'theme.trees': { message: 'Ein Baum|{count} Bäume' } }),
    },
    include: ['website/i18n/[locale]/**/*.json'],
    change: { file: 'website/i18n/en/code.json', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'website/i18n/de/code.json', fr: 'website/i18n/fr/code.json' },
  },
  {
    like: 'Angular: daniel-sc/ng-extract-i18n-merge, martinroob/ngx-i18nsupport',
    files: {
      'package.json': json({}),
      'angular.json': json({ projects: { garden: { i18n: { sourceLocale: 'en' } } } }),
      'src/locale/messages.xlf': `<?xml version="1.0" encoding="UTF-8" ?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="welcome" datatype="html">
        <source>Welcome, <x id="INTERPOLATION" equiv-text="{{ name }}"/>!</source>
        <context-group purpose="location">
          <context context-type="sourcefile">src/app/app.component.html</context>
          <context context-type="linenumber">3</context>
        </context-group>
        <note priority="1" from="description">A greeting</note>
      </trans-unit>
      <trans-unit id="leave" datatype="html">
        <source>Leave the garden</source>
      </trans-unit>
    </body>
  </file>
</xliff>
`,
      'src/locale/messages.de.xlf': `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file source-language="en" target-language="de" datatype="plaintext" original="ng2.template">
    <body>
      <trans-unit id="welcome" datatype="html">
        <source>Welcome, <x id="INTERPOLATION" equiv-text="{{ name }}"/>!</source>
        <target>Willkommen, <x id="INTERPOLATION" equiv-text="{{ name }}"/>!</target>
      </trans-unit>
    </body>
  </file>
</xliff>
`,
    },
    include: [{ source: 'src/locale/messages.xlf', target: 'src/locale/messages.[locale].xlf' }],
    change: { file: 'src/locale/messages.xlf', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'src/locale/messages.de.xlf', fr: 'src/locale/messages.fr.xlf' },
    // The source stands beside its translation.
    lines: 2,
  },
  {
    like: 'VS Code: microsoft/vscode-python, microsoft/vscode-mssql',
    files: {
      'package.json': json({ engines: { vscode: '1' } }),
      'package.nls.json': json({ 'garden.leave': 'Leave the garden', 'garden.open': 'Open {0}' }, 4),
      'package.nls.de.json': json({ 'garden.open': '{0} öffnen' }),
      'l10n/bundle.l10n.json': json({ 'Plant {0} here': 'Plant {0} here' }),
    },
    include: [
      { source: 'package.nls.json', target: 'package.nls.[locale].json' },
      { source: 'l10n/bundle.l10n.json', target: 'l10n/bundle.l10n.[locale].json' },
    ],
    change: { file: 'package.nls.json', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'package.nls.de.json', fr: 'package.nls.fr.json' },
  },
  {
    like: 'JSON beside the code: excalidraw/excalidraw',
    files: {
      'packages/garden/package.json': json({}),
      'packages/garden/locales/en.json': json({ labels: { gate: 'The gate', leave: 'Leave the garden' } }),
      'packages/garden/locales/de.json': json({ labels: { gate: 'Das Tor', leave: '' } }),
    },
    include: ['packages/garden/locales/[locale].json'],
    change: { file: 'packages/garden/locales/en.json', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'packages/garden/locales/de.json', fr: 'packages/garden/locales/fr.json' },
  },
  {
    like: 'Play: hmrc/income-tax-view-change-frontend, mohiva/play-silhouette-seed',
    files: {
      'conf/application.conf': 'play.i18n.langs = [ "en", "de", "fr" ]\n',
      'conf/messages': '# The gate\ngate.open = Open {0}\n\ngate.leave = Leave the garden\n',
      'conf/messages.de': '# The gate\ngate.open = {0} öffnen\n',
    },
    include: [{ source: 'conf/messages', target: 'conf/messages.[locale]' }],
    change: { file: 'conf/messages', from: 'Leave the garden', to: 'Leave the old garden' },
    targets: { de: 'conf/messages.de', fr: 'conf/messages.fr' },
  },
]
