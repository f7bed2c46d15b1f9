/** Reports whether the user has changed a field since the server rendered it, perhaps before hydration. */
export function hasChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const sent = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return field.selectedOptions[0] !== sent;
  }
  if (!(field instanceof HTMLInputElement)) return false;
  const isTicked = field.type === 'radio' || field.type === 'checkbox';
  return isTicked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
