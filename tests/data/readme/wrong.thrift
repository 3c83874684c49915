struct Event {
  1: required string name;
  2: optional i32 severity = "high";
  2: list<Evnt> causes;
}
