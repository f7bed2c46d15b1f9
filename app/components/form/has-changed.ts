/** Reports whether the user has chosen or typed something in a field since the server rendered it, perhaps before hydration. */
export function hasChanged(field: Element): field is HTMLInputElement | HTMLSelectElement {
  if (field instanceof HTMLSelectElement)
    return (
      field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex((one) => one.defaultSelected),
      )
    );
  if (!(field instanceof HTMLInputElement)) return false;
  return field.checked ? !field.defaultChecked : field.value !== field.defaultValue;
}
