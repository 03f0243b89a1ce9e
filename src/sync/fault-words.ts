/** What is wrong with a file of a repository, for people: formats advise whoever sends a file somewhere to send it again. */
export function faultWords({ message }: Error): string {
  return message.replaceAll(/,? and send (?:it|the file) again(?=\.|$)/g, '')
}
