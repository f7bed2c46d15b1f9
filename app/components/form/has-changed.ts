/** Reports whether the user has chosen or typed something in a field since the server rendered it, perhaps before hydration. */
export function hasChanged(field: Element): field is HTMLInputElement | HTMLSelectElement {
  if (field instanceof HTMLSelectElement) {
    const rendered = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(rendered, 0);
  }
  if (!(field instanceof HTMLInputElement)) return false;
  return field.checked ? !field.defaultChecked : field.value !== field.defaultValue;
}
