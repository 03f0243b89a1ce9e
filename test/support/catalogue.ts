/** A small catalogue with what is hard in one: a context, markup, a note, plural forms. Its header names the language. */
export const catalogue = (language: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. Shown above the list.
msgctxt "menu"
msgid "Open <b>all</b> files"
msgstr ""

#, c-format
msgid "one file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
`
