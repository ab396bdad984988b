/** Hands a file to the browser, under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // the browser has taken it up by the time that anything else happens
  setTimeout(() => URL.revokeObjectURL(address));
}
