/** Files with the parts that wordings.md speaks of. */
export const FILES_SPOKEN_OF: Readonly<Record<string, string>> = {
  'app.json': JSON.stringify({
    menu: { file: { open: 'Open it', save: 'Save it' }, edit: 'Edit it' },
    errors: { card: 'The card failed', network: 'No network here' },
    help: { intro: 'Welcome to help', text: 'Some help text' },
    legal: { imprint: 'The imprint text', privacy: 'The privacy text' },
    onboarding: { welcome: 'Welcome to all', bye: 'Good bye now' },
    checkout: { cart: 'Your cart', pay: 'Pay it now' },
    notes: 'Some notes here',
    title: 'The title here',
    description: 'A description here',
    footer: 'The footer here',
    hidden: 'Something hidden',
    new: 'Something new',
    old: 'Something old',
    first: 'The first one',
    last: 'The last one',
    german: 'German language',
    brand: 'Acme makes this',
    formal: 'Formal address',
  }),
  'guide.md':
    '---\ntitle: The guide of Acme\ndescription: How it is used\nauthor: Jane Doe\nslug: the-guide\ntags: [one, two]\n---\n\n# Introduction\n\nSome words here. ![A picture of it](a.png)\n\n## Getting started\n\nMore words [and a link](x.html).\n\n## Installation\n\nRun it.\n\n```sh\n# a comment\nnpm install\n```\n\n### On Windows\n\nRun it there.\n\n## Usage\n\n- one item\n- another item\n\n| Name | Use |\n|---|---|\n| open | It opens |\n\n## FAQ\n\nAsked often.\n\n## License\n\nFree as in speech.\n',
  'products.csv':
    'id,name,description,notes,label,size,price\nSKU-1,A spoon,A long spoon,for us,New spoon,M size,12.5\nSKU-2,A fork,A long fork,not out,Old fork,L size,9\nSKU-3,A knife,A sharp knife,none yet,Sharp one,M size,10\nSKU-4,A cup,A small cup,in blue,Small one,S size,7\n',
  'messages.po':
    'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgctxt "menu"\nmsgid "Open the file"\nmsgstr ""\n\nmsgctxt "dialog"\nmsgid "Close it now"\nmsgstr "Schließ es"\n\n#, fuzzy\nmsgid "Save the file"\nmsgstr "Datei"\n\n#~ msgid "Old one"\n#~ msgstr "Alt"\n',
}
