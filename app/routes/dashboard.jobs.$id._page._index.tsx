/** The job's page without an execution: the layout has its content. */
export default function JobAlone() {
  return null;
}
