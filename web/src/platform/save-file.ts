/** Downloads a file under the given name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has started by the time the timer fires.
  setTimeout(() => URL.revokeObjectURL(url));
}
